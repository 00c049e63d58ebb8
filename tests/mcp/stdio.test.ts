import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { processesOn } from '../../src/bench/processes.ts'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import { testFolder } from '../harness/folder.ts'
import { runCli } from '../harness/cli.ts'

let folder: string
let dataDir: string
let first: readonly Awaited<ReturnType<typeof openHost>>[]

/** Three at once on a folder without a server; whoever comes later finds the one that they have started. */
beforeAll(async () => {
  folder = await testFolder()
  dataDir = join(folder, 'data')
  first = await Promise.all([openHost(), openHost('legacy'), openHost()])
  await Promise.all(first.map(({ manage }) => manage('websets.list')))
}, 120_000)

/** The server outlives its hosts by design; it is ended here. */
afterAll(async () => {
  for (const { client } of first) await client.close()
  const { pid } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGTERM')
  for (let look = 0; look < 400; look++) {
    if ((await processesOn(dataDir)).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('something was left behind')
}, 60_000)

/** A host as it is: a program that starts `winnow mcp` and speaks to it. */
async function openHost(mode: 'legacy' | 'auto' = 'auto', environment: Record<string, string> = {}) {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainScript, 'mcp', '--data-dir', dataDir],
    env: { ...plainEnvironment, WINNOW_SAMPLE: 'off', WINNOW_LOG_LEVEL: 'error', ...environment },
    stderr: 'inherit',
  })
  await client.connect(transport)
  return {
    client,
    manage: async (operation: string, args: object = {}) => {
      const result = await client.callTool({ name: 'manage_websets', arguments: { operation, args } })
      return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}

async function host(...options: Parameters<typeof openHost>) {
  const opened = await openHost(...options)
  onTestFinished(() => opened.client.close())
  return opened
}

const servers = async () => (await processesOn(dataDir)).filter(({ command }) => command.includes('serve'))

test('three hosts at once share one server, in either version of the protocol', async () => {
  const made = await Promise.all(
    first.map(({ manage }, index) => manage('websets.create', { title: `Host ${index}` })),
  )
  expect(made.map(({ isError, body }) => (isError ? body : 'made'))).toEqual(['made', 'made', 'made'])
  // Those that came second are on their way out.
  await expect.poll(servers, { timeout: 20_000 }).toHaveLength(1)
  for (const { manage, client } of first) {
    const { body } = await manage('websets.list', { search: 'Host' })
    expect(body.data.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Host 0',
      'Host 1',
      'Host 2',
    ])
    expect(client.getInstructions()).toContain('websets.create')
  }
  // One that leaves takes nothing with it.
  await first[0]?.client.close()
  expect((await first[1]?.manage('websets.list'))?.isError).toBeFalsy()

  // A server that is gone has a successor when it is needed.
  const [{ pid } = { pid: 0 }] = await servers()
  process.kill(pid, 'SIGKILL')
  await expect.poll(servers, { timeout: 10_000 }).toEqual([])
  const third = first[2]
  if (!third) throw new Error('there is no third host')
  const { body, isError } = await third.manage('websets.list', { search: 'Host' })
  expect(isError, JSON.stringify(body)).toBeFalsy()
  expect(body.data).toHaveLength(3)
}, 120_000)

test('changes are told over the connection, in either version', async () => {
  for (const mode of ['legacy', 'auto'] as const) {
    const { client, manage } = await host(mode)
    const { body: webset } = await manage('websets.create', { title: 'Watched' })
    const uri = `webset://${webset.id}`
    const heard = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    if (mode === 'legacy') await client.subscribeResource({ uri })
    else await client.listen({ resourceSubscriptions: [uri] })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await manage('websets.update', { id: webset.id, title: 'Changed' })
    expect(await heard).toBe(uri)
  }
}, 120_000)

test('install makes a key that cannot approve, and a configuration that works', async () => {
  const file = join(folder, 'mcp.json')
  const { code, stdout, stderr } = await runCli(
    ['mcp', 'install', 'cursor', '--write', '--file', file, '--data-dir', dataDir],
    { cwd: folder },
  )
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { mcpServers } = JSON.parse(await readFile(file, 'utf8')) as {
    mcpServers: { winnow: { command: string; args: string[]; env: Record<string, string> } }
  }
  expect(stdout).not.toContain(mcpServers.winnow.env.WINNOW_MCP_API_KEY)
  const { manage } = await host('auto', mcpServers.winnow.env)
  expect((await manage('websets.create', { title: 'By the agent' })).isError).toBeFalsy()
  const shown = await runCli(['keys', 'list', '--json', '--data-dir', dataDir], { cwd: folder })
  const keys = JSON.parse(shown.stdout) as { name: string; scopes: string[] }[]
  expect(keys.find(({ name }) => name === 'mcp cursor')?.scopes).toEqual(['read', 'write', 'ingest'])
}, 120_000)
