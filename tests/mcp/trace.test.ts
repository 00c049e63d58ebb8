import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { afterwards } from '../harness/afterwards.ts'
import { apiServer } from '../harness/api-server.ts'
import { silentLog } from '../harness/log.ts'

/** What a client says of its trace is found again with everything the server asked of itself for it. */
const lines: Record<string, unknown>[] = []
const log = { ...silentLog, debug: (line: object) => void lines.push({ ...line }) }
const server = await apiServer({ 'approval.search': 'allow' }, { log })

const traceId = (letter: string) => letter.repeat(32)
const metaOf = (letter: string) => ({ _meta: { traceparent: `00-${traceId(letter)}-${'1'.repeat(16)}-01` } })

test.each([
  ['legacy', 'a'],
  ['auto', 'b'],
] as const)('%s: a trace goes on from the call of a tool to the API behind it', async (mode, letter) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { 'x-api-key': server.ownerKey } },
  })
  await client.connect(transport)
  afterwards(() => client.close())
  await client.listTools()
  const routes = () => lines.filter((line) => line.traceId === traceId(letter)).map(({ route }) => route)
  await client.callTool({
    name: 'query_websets',
    arguments: { operation: 'websets.list' },
    ...metaOf(letter),
  })
  expect(routes()).toEqual(['/websets/v0/websets'])
  await client.callTool({ name: 'exa_search', arguments: { query: 'x' }, ...metaOf(letter) })
  expect(routes()).toEqual(['/websets/v0/websets', '/search'])
  await client.readResource({ uri: 'webset://none', ...metaOf(letter) }).catch(() => {})
  expect(routes()).toHaveLength(3)
  // Calls without a trace, or with one that is none, belong to none.
  const arguments_ = { operation: 'websets.list' }
  await client.callTool({ name: 'query_websets', arguments: arguments_, _meta: { traceparent: 'nonsense' } })
  expect(routes()).toHaveLength(3)
  expect(JSON.stringify(lines)).not.toContain('nonsense')
})
