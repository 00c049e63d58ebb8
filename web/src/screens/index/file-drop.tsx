import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FileFormat } from '../../../../src/contract/ingest.ts'
import { uploadFile } from '../../api/ingest.ts'
import { Failure } from '../../parts/failure.tsx'
import { plural } from '../../parts/words.ts'
import { useCreateJob } from './use-create-job.ts'

const formats = [
  'html',
  'markdown',
  'pdf',
  'text',
  'csv',
  'jsonl',
  'warc',
  'feed',
  'sitemap',
  'mediawiki',
] as const satisfies readonly FileFormat[]

/** Where pages are put that name no address of their own: a host that there never is. */
const nowhere = 'https://files.invalid/'

interface Options {
  readonly format: string
  readonly baseUrl: string
}

/** Each file becomes a job of its own, so that one which cannot be read does not hold up the others. */
export function FileDrop() {
  const [options, setOptions] = useState<Options>({ format: '', baseUrl: '' })
  const [isOver, setIsOver] = useState(false)
  const [sending, setSending] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const add = useCreateJob(async (file: File) => {
    const { id } = await uploadFile(file)
    return {
      source: {
        kind: 'file',
        upload: id,
        name: file.name,
        ...(options.format && { format: options.format }),
        baseUrl: options.baseUrl.trim() || nowhere,
      },
    }
  })

  async function take(files: readonly File[]): Promise<void> {
    for (const [at, file] of files.entries()) {
      setSending(`Sending ${file.name}${files.length > 1 ? ` (${at + 1} of ${files.length})` : ''}…`)
      try {
        await add.mutateAsync(file)
      } catch {
        setSending(null)
        return // the mutation holds the error, which is shown
      }
    }
    setSending(`${plural(files.length, 'file')} sent: see below how far they are.`)
  }

  return (
    <div className="stack">
      <div
        className={isOver ? 'file-drop over' : 'file-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          void take([...event.dataTransfer.files])
        }}
      >
        <FileUp size={22} aria-hidden />
        <p>
          Drop files here, or{' '}
          <button type="button" className="link" onClick={() => picker.current?.click()}>
            choose them
          </button>
        </p>
        <p className="quiet small">
          HTML, Markdown, PDF, text, CSV, JSON lines, WARC, feeds, sitemaps and MediaWiki dumps, packed or
          not. Only your team finds what is in them.
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to add"
          onChange={(event) => {
            void take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <details className="crawl-options">
        <summary>Options</summary>
        <fieldset className="filters">
          <legend className="visually-hidden">Options for files</legend>
          <label>
            Format
            <select
              value={options.format}
              onChange={(event) => setOptions({ ...options, format: event.target.value })}
            >
              <option value="">By name and content</option>
              {formats.map((format) => (
                <option key={format}>{format}</option>
              ))}
            </select>
          </label>
          <label>
            Address of pages that name none
            <input
              type="url"
              value={options.baseUrl}
              placeholder={nowhere}
              onChange={(event) => setOptions({ ...options, baseUrl: event.target.value })}
            />
          </label>
        </fieldset>
      </details>
      {sending && (
        <p className="quiet small" role="status">
          {sending}
        </p>
      )}
      {add.isError && <Failure error={add.error} />}
    </div>
  )
}
