import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'
import { createExportFiles } from './export-files.ts'

const place = { teamId: 'team_a', id: 'export_a' }
const { signal } = new AbortController()

async function* chunks(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}
const long = (letter: string) => chunks(...Array.from({ length: 50 }, () => letter.repeat(10_000)))
const textOf = async (body: ReadableStream<Uint8Array> | null) => body && (await new Response(body).text())

test('a file is seen when it is whole, and not before', async () => {
  const files = createExportFiles({ folder: await testFolder() })
  async function* looking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one ')
    expect(await files.open(place)).toBeNull()
    yield Buffer.from('two')
  }
  const { bytes, sha256 } = await files.write(place, looking(), signal)
  expect(bytes).toBe(7)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await textOf(await files.open(place))).toBe('one two')
  expect(await files.open({ ...place, teamId: 'team_b' })).toBeNull()
  await files.remove(place)
  await files.remove(place)
  expect(await files.open(place)).toBeNull()
})

test('one that fails or is given up leaves what was there, and nothing else', async () => {
  const folder = await testFolder()
  const files = createExportFiles({ folder })
  await files.write(place, chunks('before'), signal)
  await expect(files.write(place, chunks('half', new Error('lost')), signal)).rejects.toThrow('lost')
  const leaving = AbortSignal.abort(new Error('left'))
  await expect(files.write(place, chunks('half', 'more'), leaving)).rejects.toThrow('left')
  expect(await textOf(await files.open(place))).toBe('before')
  expect(await readdir(join(folder, 'team_a'))).toEqual(['export_a'])
})

test('two that write the same file do not write into each other', async () => {
  const files = createExportFiles({ folder: await testFolder() })
  await Promise.all([files.write(place, long('a'), signal), files.write(place, long('b'), signal)])
  expect(await textOf(await files.open(place))).toMatch(/^(a{500000}|b{500000})$/)
})

test('names that lead out of the folder are not there', async () => {
  const files = createExportFiles({ folder: await testFolder() })
  for (const id of ['../x', '/etc/passwd', '..', ''])
    expect(await files.open({ teamId: 'team_a', id })).toBeNull()
  await expect(files.write({ teamId: '..', id: 'x' }, chunks('x'), signal)).rejects.toThrow(
    'cannot be the id',
  )
})

test('a process that is killed while it writes leaves nothing under the name', async () => {
  const folder = await testFolder()
  const module = new URL('../../../dist/adapters/disk/export-files.js', import.meta.url).href
  const script = `
    import { createExportFiles } from ${JSON.stringify(module)}
    async function* endless() { for (;;) { yield Buffer.alloc(65536); await new Promise((go) => setTimeout(go, 1)) } }
    await createExportFiles({ folder: ${JSON.stringify(folder)} })
      .write({ teamId: 'team_a', id: 'export_a' }, endless(), new AbortController().signal)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const names = () => readdir(join(folder, 'team_a')).catch(() => [])
  for (let attempt = 0; attempt < 400 && (await names()).length === 0; attempt++) await delay(25)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await names()).toEqual([expect.stringMatching(/^export_a\.[0-9a-f]{12}\.part$/)])
  expect(await createExportFiles({ folder }).open(place)).toBeNull()
})
