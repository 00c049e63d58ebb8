import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { processesOn } from '../../src/bench/processes.ts'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import { listen } from '../../src/surfaces/http/listen.ts'
import { company, createExaStandIn } from '../exa-stand-in.ts'
import { afterwards } from '../harness/afterwards.ts'
import { testApi } from '../harness/api.ts'
import { testFolder } from '../harness/folder.ts'

/** The stand-in on a port, in the place of Exa's cloud: it refuses whatever the API does not know. */
async function cloud() {
  const standIn = createExaStandIn({ items: () => [{ properties: company('Acme'), evaluations: [] }] })
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const said = await standIn.fetch(`http://stand-in.example${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString() }),
    })
    outgoing.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text())
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { standIn, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const overHttp = async (url: string, key: string) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  onTestFinished(() => client.close())
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { 'x-api-key': key } },
    }),
  )
  await client.listTools()
  return client
}

const call = async (client: Client, operation: string, args: object) => {
  const result = await client.callTool({ name: 'manage_websets', arguments: { operation, args } })
  return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
}

test("with upstream exa the same server works on Exa's cloud, for its owner's team alone", async () => {
  const { standIn, url } = await cloud()
  const api = await testApi({ upstream: 'exa', exaApiKey: 'exa-secret', upstreamUrl: `${url}/` })
  const listener = await listen(api.http, '127.0.0.1', 0)
  afterwards(() => listener.close(500))
  const owner = await overHttp(listener.url, api.ownerKey)
  const { body: webset } = await call(owner, 'websets.create', {
    searchQuery: 'robots',
    enrichments: ['CEO'],
  })
  await call(owner, 'websets.waitUntilIdle', { id: webset.id, pollInterval: 50 })
  const { body: items } = await call(owner, 'items.list', { websetId: webset.id })
  expect(items.data).toMatchObject([{ name: 'Acme', enrichments: [{ description: 'CEO' }] }])
  expect(new Set(standIn.requests.map(({ headers }) => headers.get('x-api-key')))).toEqual(
    new Set(['exa-secret']),
  )

  const { key } = await api.addTeam('guests')
  const asked = standIn.requests.length
  const refused = await call(await overHttp(listener.url, key), 'websets.list', {})
  expect(refused.body.error).toMatchObject({ category: 'auth' })
  expect(standIn.requests).toHaveLength(asked)

  standIn.fail(/websets$/, { status: 401 })
  const { body } = await call(owner, 'websets.list', {})
  expect(body.error.hints[0]).toBe("Exa's cloud was asked with EXA_API_KEY of the environment.")
  expect(JSON.stringify(body)).not.toContain('exa-secret')
})

test('winnow mcp does so, and asks the server of its folder only what it may do', async () => {
  const { standIn, url } = await cloud()
  const folder = await testFolder()
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  onTestFinished(() => client.close())
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainScript, 'mcp', '--data-dir', join(folder, 'data')],
      env: {
        ...plainEnvironment,
        WINNOW_UPSTREAM: 'exa',
        WINNOW_UPSTREAM_URL: url,
        EXA_API_KEY: 'exa-secret',
        WINNOW_SAMPLE: 'off',
        WINNOW_WEBSETS_LIVE_FETCH: 'off',
      },
    }),
  )
  const serverFile = join(folder, 'data', 'server.json')
  await call(client, 'research.list', {})
  expect(existsSync(serverFile)).toBe(false)
  const { body } = await call(client, 'research.create', { instructions: 'look' })
  const { pid } = JSON.parse(readFileSync(serverFile, 'utf8')) as { pid: number }
  onTestFinished(async () => {
    process.kill(pid, 'SIGTERM')
    while ((await processesOn(join(folder, 'data'))).some((one) => one.pid === pid)) await sleep(50)
  })
  const { body: done } = await call(client, 'research.pollUntilFinished', {
    researchId: body.researchId,
    pollInterval: 50,
  })
  expect(done).toMatchObject({ status: 'completed', output: 'A report.' })
  expect(standIn.creations()).toEqual(['/research/v1'])
}, 120_000)
