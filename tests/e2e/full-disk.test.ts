import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApiKey } from '../../src/contract/access.ts'
import { testFolder } from '../harness/folder.ts'
import { onSmallDisk, skipUnlessAllowed } from '../harness/namespaces.ts'
import { serverProcess } from '../harness/server-process.ts'

test('a disk that fills up stops writing with 503, loses nothing, and is forgotten when it has room again', async (context) => {
  const disk = join(await testFolder(), 'disk')
  await mkdir(disk)
  const under = onSmallDisk(disk, '150m')
  await skipUnlessAllowed(context, under)
  const server = await serverProcess({ under, dataDir: join(disk, 'data') })
  await server.start()
  // The disk exists only where the server runs.
  const seenByServer = (path: string) => `/proc/${server.pid}/root${path}`
  const key = await server.ownerKey(seenByServer)
  const call = (method: string, path: string, body?: object) =>
    fetch(new URL(path, server.url), {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const create = (name: string) => call('POST', '/winnow/v1/keys', { name: name.padEnd(90, '.') })

  const filled = seenByServer(join(disk, 'filled'))
  await fill(filled)
  const acknowledged: string[] = []
  let refusal: Response | undefined
  for (let n = 0; n < 2000 && !refusal; n++) {
    const response = await create(`full-${n}`)
    if (response.ok) acknowledged.push(((await response.json()) as ApiKey).id)
    else refusal = response
  }
  expect(refusal?.status).toBe(503)
  expect(refusal?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refusal?.json()).toMatchObject({ error: { message: expect.stringContaining('full') } })
  expect((await call('GET', '/winnow/v1/me')).status).toBe(200)

  await rm(filled)
  await expect.poll(async () => (await create('later')).status, { timeout: 10_000 }).toBe(201)
  for (const id of acknowledged) expect((await call('GET', `/winnow/v1/keys/${id}`)).status).toBe(200)
})

/** To the last byte: large pieces first, then smaller ones. */
async function fill(file: string): Promise<void> {
  for (const size of [2 ** 20, 2 ** 12, 1]) {
    for (;;) {
      try {
        await appendFile(file, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        break
      }
    }
  }
}
