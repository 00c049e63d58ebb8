import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useSession } from '../../api/session.tsx'
import { createKey } from '../../api/settings.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Segments } from '../../parts/segments.tsx'
import { mcpClients, type McpClientName } from './mcp-clients.ts'

const names = Object.keys(mcpClients) as McpClientName[]
const ordinary = ['read', 'write', 'ingest']

/** How an agent gets at the tools of this server. */
export function ConnectPanel() {
  const [chosen, setChosen] = useState<McpClientName>('claudeCode')
  const own = useSession().data?.scopes ?? []
  const mayMake = useMay('keys')
  const make = useMutation({
    mutationFn: (client: McpClientName) =>
      createKey({
        name: `mcp ${mcpClients[client].name}`,
        scopes: ordinary.filter((scope) => own.includes(scope)),
      }),
  })
  const client = mcpClients[chosen]
  const made = make.variables === chosen ? make.data : undefined
  const configuration = client.configuration(`${location.origin}/mcp`, made?.key ?? 'YOUR_KEY')
  return (
    <section className="stack" aria-label="Connect an agent">
      <p className="quiet">
        The same tools that this app is made of, for an agent: search, websets, research and workflows, over
        MCP. Give each agent a key of its own, so that you see what it does and can stop it.
      </p>
      <Segments
        label="Client"
        value={chosen}
        options={names.map((value) => ({ value, label: mcpClients[value].name }))}
        choose={setChosen}
      />
      <div className="card connect">
        <div className="code-head">
          <p>{client.where}</p>
          <CopyButton text={configuration} />
        </div>
        <pre tabIndex={0} aria-label="Configuration">
          {configuration}
        </pre>
        {made ? (
          <p className="notice" role="status">
            The key “{made.name}” stands in it. Copy it now: it is shown this once.
          </p>
        ) : (
          mayMake && (
            <div className="actions">
              <button type="button" disabled={make.isPending} onClick={() => make.mutate(chosen)}>
                Make a key for it
              </button>
            </div>
          )
        )}
        {make.isError && <Failure error={make.error} />}
      </div>
      <p className="quiet small">
        On the machine of this server, <code>winnow mcp install cursor --write</code> does all of this at
        once; other names are claude, claude-code, vscode, windsurf and gemini.
      </p>
    </section>
  )
}
