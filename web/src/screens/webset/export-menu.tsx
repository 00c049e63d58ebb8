import { Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { ask, post } from '../../api/client.ts'
import { messageOf } from '../../parts/failure.tsx'

const kinds = { csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON lines', markdown: 'Report (Markdown)' } as const

interface Export {
  readonly id: string
  readonly status: string
}

const pollMs = 500

/** Made by the server, then handed to the browser as a file. */
export function ExportMenu({ websetId }: { websetId: string }) {
  const [state, setState] = useState<string | null>(null)
  const base = `/winnow/v1/websets/${websetId}/exports`

  async function download(format: keyof typeof kinds): Promise<void> {
    setState('Preparing…')
    try {
      let made = await post<Export>(base, { format })
      while (!['completed', 'failed'].includes(made.status)) {
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        made = await ask<Export>(`${base}/${made.id}`)
      }
      if (made.status === 'failed') throw new Error('The export failed: try again.')
      const link = document.createElement('a')
      link.href = `${base}/${made.id}/download`
      link.download = ''
      link.click()
      setState(null)
    } catch (error) {
      setState(messageOf(error))
    }
  }

  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <button type="button">
            <Download size={15} aria-hidden /> Export
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu card" align="end">
            {Object.entries(kinds).map(([format, name]) => (
              <DropdownMenu.Item
                key={format}
                className="menu-item"
                onSelect={() => void download(format as keyof typeof kinds)}
              >
                {name}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {state && (
        <span className="quiet small" role="status">
          {state}
        </span>
      )}
    </>
  )
}
