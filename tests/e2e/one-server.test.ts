import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processesOn } from '../../src/bench/processes.ts'
import { startServerChild } from '../../src/bench/server-child.ts'
import { runCli } from '../harness/cli.ts'
import { testFolder } from '../harness/folder.ts'

const together = 3

test('of several servers started at once one serves, and the others say where', async () => {
  const cwd = await testFolder()
  const dataDir = join(cwd, 'data')
  // On a folder that has to be made first, and on one that is there: the two are not fought over at the same place.
  for (const folder of ['fresh', 'used']) {
    const servers = Array.from({ length: together }, () => startServerChild({ cwd, dataDir }))
    onTestFinished(async () => void (await Promise.all(servers.map((one) => one.end('SIGTERM')))))
    const url = await Promise.any(servers.map(({ ready }) => ready)).catch(() => {
      throw new Error(`none serves the ${folder} folder:\n${servers.map((one) => one.stderr()).join('\n')}`)
    })
    const winner = servers.find((one) => one.stdout().includes('is ready'))
    const losers = servers.filter((one) => one !== winner)
    for (const loser of losers) {
      expect({ folder, ...(await loser.ended), stderr: loser.stderr() }).toMatchObject({ code: 0 })
      expect(loser.stdout()).toContain(url)
    }
    // The losers took nothing with them that the winner needs.
    expect((await fetch(new URL('/ready', url))).status).toBe(200)
    await winner?.end('SIGTERM')
    await expect.poll(() => processesOn(dataDir), { timeout: 10_000 }).toEqual([])
  }
}, 90_000)

test('a first start on a taken port ends before anything is made', async () => {
  const cwd = await testFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo // a listening TCP server has no other kind of address
  const { code, stderr } = await runCli(['serve', '--port', String(port), '--data-dir', 'data'], { cwd })
  expect(code).not.toBe(0)
  expect(stderr).toContain(`127.0.0.1:${port}`)
  expect(await readdir(cwd)).toEqual([])
})
