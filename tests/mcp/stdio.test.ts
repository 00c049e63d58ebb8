import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { processesOn } from '../../src/bench/processes.ts'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import { testFolder } from '../harness/folder.ts'
import { runCli } from '../harness/cli.ts'

/** A host as it is: a program that starts `winnow mcp` and speaks to it. */
async function host(
  dataDir: string,
  mode: 'legacy' | 'auto' = 'auto',
  environment: Record<string, string> = {},
) {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainScript, 'mcp', '--data-dir', dataDir],
    env: { ...plainEnvironment, WINNOW_SAMPLE: 'off', WINNOW_LOG_LEVEL: 'error', ...environment },
    stderr: 'inherit',
  })
  onTestFinished(() => client.close())
  await client.connect(transport)
  return {
    client,
    manage: async (operation: string, args: object = {}) => {
      const result = await client.callTool({ name: 'manage_websets', arguments: { operation, args } })
      return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}

const serversOn = async (dataDir: string) =>
  (await processesOn(dataDir)).filter(({ command }) => command.includes('serve'))

/** The server outlives its hosts by design; the test ends it. */
const endServer = async (dataDir: string) => {
  const file = await readFile(join(dataDir, 'server.json'), 'utf8').catch(() => null)
  if (file === null) return
  process.kill((JSON.parse(file) as { pid: number }).pid, 'SIGTERM')
  await expect.poll(() => processesOn(dataDir), { timeout: 20_000 }).toEqual([])
}

test('three hosts at once share one server, in either version of the protocol', async () => {
  const dataDir = join(await testFolder(), 'data')
  onTestFinished(() => endServer(dataDir))
  const hosts = await Promise.all([host(dataDir), host(dataDir, 'legacy'), host(dataDir)])
  const made = await Promise.all(
    hosts.map(({ manage }, index) => manage('websets.create', { title: `Host ${index}` })),
  )
  expect(made.map(({ isError, body }) => (isError ? body : 'made'))).toEqual(['made', 'made', 'made'])
  // Those that came second are on their way out.
  await expect.poll(() => serversOn(dataDir), { timeout: 20_000 }).toHaveLength(1)
  for (const { manage, client } of hosts) {
    const { body } = await manage('websets.list')
    expect(body.data.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Host 0',
      'Host 1',
      'Host 2',
    ])
    expect(client.getInstructions()).toContain('websets.create')
  }
  // One that leaves takes nothing with it.
  await hosts[0]?.client.close()
  expect((await hosts[1]?.manage('websets.list'))?.isError).toBeFalsy()

  // A server that is gone has a successor when it is needed.
  const [{ pid } = { pid: 0 }] = await serversOn(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serversOn(dataDir), { timeout: 10_000 }).toEqual([])
  const { body, isError } = (await hosts[2]?.manage('websets.list')) ?? { body: {}, isError: true }
  expect(isError, JSON.stringify(body)).toBeFalsy()
  expect(body.data).toHaveLength(3)
}, 120_000)

test('changes are told over the connection, in either version', async () => {
  const dataDir = join(await testFolder(), 'data')
  onTestFinished(() => endServer(dataDir))
  for (const mode of ['legacy', 'auto'] as const) {
    const { client, manage } = await host(dataDir, mode)
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
    await client.close()
  }
}, 120_000)

test('install makes a key that cannot approve, and a configuration that works', async () => {
  const folder = await testFolder()
  const dataDir = join(folder, 'data')
  onTestFinished(() => endServer(dataDir))
  const first = await host(dataDir)
  await first.manage('websets.list')
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
  const { manage } = await host(dataDir, 'auto', mcpServers.winnow.env)
  expect((await manage('websets.create', { title: 'By the agent' })).isError).toBeFalsy()
  const shown = await runCli(['keys', 'list', '--json', '--data-dir', dataDir], { cwd: folder })
  const keys = JSON.parse(shown.stdout) as { name: string; scopes: string[] }[]
  expect(keys.find(({ name }) => name === 'mcp cursor')?.scopes).toEqual(['read', 'write', 'ingest'])
}, 120_000)
