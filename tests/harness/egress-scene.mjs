// Runs a server in the network namespace that it finds itself in, has it want the whole web, and says what it answered
// and what the kernel counted. Every address leads back to this namespace, so that an attempt is an attempt and
// nothing more. Plain JavaScript, because it runs by itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const [main, dataDir, egress] = process.argv.slice(2)
if (
  Object.values(networkInterfaces())
    .flat()
    .some(({ internal }) => !internal)
)
  throw new Error('this is no namespace of its own')

/** What the kernel counts for the whole namespace, whichever process did it. */
function counters() {
  const rows = readFileSync('/proc/net/snmp', 'utf8').split('\n')
  const value = (protocol, name) => {
    const [names, values] = rows.filter((row) => row.startsWith(`${protocol}:`)).map((row) => row.split(' '))
    return Number(values[names.indexOf(name)])
  }
  const [, datagrams6] = /^Udp6OutDatagrams\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? [0, 0]
  return {
    connections: value('Tcp', 'ActiveOpens'),
    datagrams: value('Udp', 'OutDatagrams') + Number(datagrams6),
  }
}

let asked = 0
const model = createServer((request, response) => {
  asked += 1
  response.writeHead(500).end()
}).listen(0, '127.0.0.1')
await once(model, 'listening')
let toModel = 0
model.on('connection', () => (toModel += 1))

const key = 'the-owner-key-of-this-scene'
const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data-dir', dataDir], {
  env: {
    PATH: process.env.PATH,
    WINNOW_API_KEY: key,
    WINNOW_SAMPLE: 'off',
    WINNOW_EGRESS: egress,
    WINNOW_FETCH_ALLOW: '192.0.2.0/24',
    WINNOW_LLM_BASE_URL: `http://127.0.0.1:${model.address().port}/v1`,
    WINNOW_LLM_MODEL: 'none',
    WINNOW_RENDER_CHROMIUM: '/nonexistent/chromium',
    WINNOW_DISCOVERY_KIND: 'searxng',
    WINNOW_DISCOVERY_URL: 'http://192.0.2.20',
    WINNOW_UPSTREAM: 'exa',
    WINNOW_UPSTREAM_URL: 'http://192.0.2.30',
    WINNOW_INGEST_COMMON_CRAWL_INDEX_URL: 'http://192.0.2.40',
    EXA_API_KEY: 'a-key-of-the-cloud',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
server.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
let url
while (!url) {
  if (server.exitCode !== null) throw new Error(`the server ended: ${printed}`)
  ;[, url] = /is ready\.[^]*\baddress\s+(\S+)/.exec(printed) ?? []
  await sleep(50)
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let own = 0
async function call(method, path, body, headers = {}) {
  const sent = request(new URL(path, url), {
    method,
    agent,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
  })
  sent.on('socket', (socket) => {
    if (socket.connecting) own += 1
  })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}'))
}
async function until(find) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const found = await find()
    if (found) return found
    await sleep(100)
  }
  throw new Error('it never came')
}
const ingested = async (source) => {
  const begun = await call('POST', '/winnow/v1/ingest', { source })
  const { id } = begun
  if (!id) return begun
  return until(async () => {
    const job = await call('GET', `/winnow/v1/ingest/${id}`)
    return ['completed', 'failed'].includes(job.status) && job
  })
}

try {
  const contents = await call('POST', '/contents', {
    urls: ['http://192.0.2.10/page', 'https://site.example/'],
    livecrawl: 'always',
    livecrawlTimeout: 3000,
  })
  const report = { contents: contents.statuses }
  if (egress === 'deny') {
    report.answer = await call('POST', '/answer', { query: 'Who makes batteries?' })
    report.crawl = await ingested({ kind: 'crawl', urls: ['http://192.0.2.11/', 'https://site.example/'] })
    report.discovery = await ingested({ kind: 'discovery', queries: ['batteries'] })
    report.commonCrawl = await ingested({ kind: 'common_crawl', domains: ['site.example'] })
    const webhook = await call('POST', '/websets/v0/webhooks', {
      events: ['webset.created'],
      url: 'https://hooks.example/in',
    })
    await call('POST', '/websets/v0/websets', {
      search: { query: 'companies that make batteries', count: 1 },
    })
    report.attempt = await until(async () => {
      const { data } = await call('GET', `/websets/v0/webhooks/${webhook.id}/attempts`)
      return data?.[0]
    })
    report.webhook = webhook.id
    report.upstream = await call(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'manage_websets', arguments: { operation: 'websets.list', args: {} } },
      },
      { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    )
    report.record = await call('GET', '/winnow/v1/egress?limit=200')
  }
  report.counted = counters()
  report.expected = { connections: own + toModel, asked }
  process.stdout.write(JSON.stringify(report))
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  await once(server, 'exit')
  model.closeAllConnections()
  model.close()
}
