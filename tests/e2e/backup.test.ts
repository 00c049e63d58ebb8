import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApiKey } from '../../src/contract/access.ts'
import { runCli } from '../harness/cli.ts'
import { serverProcess } from '../harness/server-process.ts'

test('what was backed up beside a running server comes back in an empty folder, keys and all', async () => {
  const server = await serverProcess()
  await server.start()
  const winnow = (dataDir: string, ...args: string[]) =>
    runCli([...args, '--data-dir', dataDir, '--json'], { cwd: server.folder })
  const { key } = JSON.parse((await winnow(server.dataDir, 'keys', 'create', 'saved')).stdout) as {
    key: string
  }
  const before = JSON.parse((await winnow(server.dataDir, 'keys', 'list')).stdout) as ApiKey[]

  const file = join(server.folder, 'winnow-backup.gz')
  const saved = await winnow(server.dataDir, 'backup', file)
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(saved.stdout)).toMatchObject({ file, rows: expect.any(Number) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const again = await winnow(server.dataDir, 'backup', file)
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain('exists already')
  // What comes after the backup is not in it.
  await winnow(server.dataDir, 'keys', 'create', 'too late')

  const refused = await winnow(server.dataDir, 'restore', file)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('--data-dir')

  const copy = await serverProcess()
  expect(await winnow(copy.dataDir, 'restore', file)).toMatchObject({ code: 0 })
  await copy.start()
  expect(JSON.parse((await winnow(copy.dataDir, 'keys', 'list')).stdout)).toEqual(before)
  const identity = await fetch(new URL('/winnow/v1/me', copy.url), { headers: { 'x-api-key': key } })
  expect(await identity.json()).toMatchObject({ key: { name: 'saved' } })
}, 120_000)
