import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { startDatabase } from './database.ts'

const { connectionString } = await testDatabase()
// Nothing is written there: an external database needs the data folder for its name only.
const start = (databaseUrl: string) => startDatabase({ dataDir: '/nowhere', databaseUrl }, silentLog)

test('an existing PostgreSQL is used as it is', async () => {
  const database = await start(connectionString)
  expect(database).toMatchObject({ mode: 'external', connectionString, status: 'up' })
  const ours = await database.acquireOwnership('serve')
  const theirs = await database.acquireOwnership('serve')
  expect([ours.held, theirs.held]).toEqual([true, false])
  if (ours.held) await ours.release()
  await database.close()
})

const secret = 'not-the-password'
const changed = (change: (url: URL) => void): string => {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return url.href
}

test.each([
  [
    'a wrong password',
    () => changed((url) => (url.password = secret)),
    /refuses the user or password/,
    /Correct the user and password/,
  ],
  [
    'a wrong database',
    () => changed((url) => (url.pathname = '/absent')),
    /database does not exist/,
    /createdb/,
  ],
  [
    'a closed port',
    () => `postgresql://winnow:${secret}@127.0.0.1:1/winnow`,
    /nothing answers there/,
    /Start it/,
  ],
  [
    'a missing socket',
    () => `postgresql://winnow:${secret}@localhost/winnow?host=/nowhere`,
    /nothing answers there/,
    /Start it/,
  ],
])('%s is named, with a remedy and without the password', async (_, url, message, remedy) => {
  const error = (await start(url()).catch((reason: unknown) => reason)) as Error
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(message),
    details: { remedy: expect.stringMatching(remedy) },
  })
  expect(error.message).not.toContain(secret)
})

const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.from(`${type}0000`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const zeros = (count: number): number[] => Array<number>(count).fill(0)
const column = (name: string, oid: number) => [...Buffer.from(`${name}\0`), ...zeros(9), oid, ...zeros(8)]
const value = (text: string) => [0, 0, 0, text.length, ...Buffer.from(text)]

/** Speaks just enough of the protocol to be asked for its version. */
async function fakePostgres(version: number, inRecovery: boolean): Promise<string> {
  const ready = message('Z', 'I')
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]))
      socket.once('data', () => {
        const description = message('T', [0, 2, ...column('version', 23), ...column('read_only', 16)])
        const row = message('D', [0, 2, ...value(String(version)), ...value(inRecovery ? 't' : 'f')])
        socket.write(Buffer.concat([description, row, message('C', 'SELECT 1\0'), ready]))
      })
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgresql://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/winnow`
}

test('a version before 15 is refused', async () => {
  await expect(start(await fakePostgres(14, false))).rejects.toMatchObject({
    message: expect.stringMatching(/has version 14; Winnow needs 15 or newer/),
    details: { remedy: expect.stringContaining('Upgrade') },
  })
})

test('a standby is refused', async () => {
  await expect(start(await fakePostgres(17, true))).rejects.toMatchObject({
    message: expect.stringContaining('read-only standby'),
    details: { remedy: expect.stringContaining('primary') },
  })
})
