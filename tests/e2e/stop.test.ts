import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../harness/cli.ts'
import { serverProcess } from '../harness/server-process.ts'

const server = await serverProcess()
beforeEach(() => server.start())
afterEach(() => server.stop())

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', (signal) => {
  test('stops everything in order and leaves nothing', async () => {
    const held = await fetch(new URL('/winnow/v1/me', server.url), {
      headers: { 'x-api-key': await server.ownerKey() },
    })
    await held.arrayBuffer()
    expect((await server.processes()).length).toBeGreaterThan(2)

    process.kill(server.pid, signal)
    expect(await server.ended).toEqual({ code: 0, signal: null })
    // In order: whoever waits for the server finds the database stopped too, and nothing to clean up.
    expect(await server.processes()).toEqual([])
    expect((await readdir(server.dataDir)).filter((name) => name !== 'models').toSorted()).toEqual([
      'index',
      'owner.key',
      'postgres',
      'postgres.log',
    ])
    expect(await readdir(`${server.dataDir}/postgres`)).not.toContain('postmaster.pid')
    await expect(fetch(new URL('/health', server.url))).rejects.toThrow()
  })
})

test('Ctrl-C that comes twice, from the terminal and from npm, is one', async () => {
  for (let times = 0; times < 3; times++) {
    process.kill(server.pid, 'SIGINT')
    await sleep(3)
  }
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(await server.processes()).toEqual([])
  expect(await readdir(server.dataDir)).not.toContain('server.json')
})

test('a killed server leaves an address that nobody believes', async () => {
  await server.kill()
  expect(await readdir(server.dataDir)).toContain('server.json')
  const attached = await runCli(['keys', 'list', '--data-dir', server.dataDir], { cwd: server.folder })
  expect(attached).toMatchObject({ code: 3, stdout: '' })

  await server.start()
  const again = await runCli(['keys', 'list', '--data-dir', server.dataDir], { cwd: server.folder })
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('owner')
})

test('keys, teams and the owner outlive a restart', async () => {
  const winnow = (...args: string[]) =>
    runCli([...args, '--data-dir', server.dataDir], { cwd: server.folder })
  const key = (await winnow('keys', 'create', 'lasting')).stdout.trim()
  const owner = await server.ownerKey()
  await server.restart()
  for (const secret of [key, owner]) {
    const { status } = await fetch(new URL('/winnow/v1/me', server.url), { headers: { 'x-api-key': secret } })
    expect(status).toBe(200)
  }
  expect(await server.ownerKey()).toBe(owner)
})
