import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processTree } from '../../src/bench/processes.ts'
import { serverProcess, type ServerProcess } from '../harness/server-process.ts'

const identity = async (server: ServerProcess) =>
  await fetch(new URL('/winnow/v1/me', server.url), { headers: { 'x-api-key': await server.ownerKey() } })

/** Resolves when the database is being made or started, which takes most of a start. */
async function untilDatabaseStarts({ pid, ended }: { pid: number; ended: Promise<unknown> }): Promise<void> {
  const over = ended.then(() => true)
  const starts = async () => (await processTree(pid)).some(({ command }) => command.startsWith('/bin/sh '))
  while (!(await Promise.race([over, starts()])));
}

test('a first start that is killed half-way leaves nothing that the next one cannot use or clear away', async () => {
  const server = await serverProcess()
  await untilDatabaseStarts(server.begin())
  await server.kill()
  await server.start()
  expect((await identity(server)).status).toBe(200)
  expect(await server.strays()).toEqual([])
  // What was still being written while the second start looked is cleared away by the third.
  await server.restart()
  expect((await readdir(server.dataDir)).filter((name) => name.includes('.new'))).toEqual([])
})

test('SIGTERM during a start ends it in order too', async () => {
  const server = await serverProcess()
  const child = server.begin()
  await untilDatabaseStarts(child)
  expect(await child.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(await server.processes()).toEqual([])
  expect((await readdir(server.dataDir)).filter((name) => name.includes('.new'))).toEqual([])
})

test('the owner can always get at the key, whatever happened to the start that made it', async () => {
  const server = await serverProcess()
  // Stands for all that can go wrong with a file: the disk is full, the process is killed.
  const obstacle = join(server.dataDir, 'owner.key', 'obstacle')
  await mkdir(obstacle, { recursive: true })
  await expect(server.begin().ready).rejects.toThrow('owner.key')
  await rm(join(server.dataDir, 'owner.key'), { recursive: true })
  await server.start()
  expect((await identity(server)).status).toBe(200)
})

test('a mode of the tools that there is not is said at the start, before anybody calls one', async () => {
  const server = await serverProcess({ environment: { WINNOW_MCP_COMPAT_MODE: 'lenient' } })
  server.begin()
  await expect
    .poll(() => server.stdout() + server.stderr(), { timeout: 20_000 })
    .toContain('tools are strict')
})
