import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Exa } from 'exa-js'
import { beforeAll, expect, test } from 'vitest'
import type { IndexStatus } from '../src/contract/index-status.ts'
import { serverProcess } from './harness/server-process.ts'

/** The commands of the README, run as they stand but for the address and the way to the program. */
const readme = readFileSync('README.md', 'utf8')
const commands = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((line) => /^(curl|npx winnow) /.test(line))

const [, script = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? []

const run = promisify(execFile)
// The sample's pages are nowhere but in it: nothing is fetched.
const server = await serverProcess()

beforeAll(async () => {
  await server.start()
  const exa = new Exa(await server.ownerKey(), server.url)
  for (let attempt = 0; attempt < 300; attempt++) {
    const { documents, backlog } = await exa.request<IndexStatus>('/winnow/v1/index', 'GET')
    if (documents > 200 && backlog.documents === 0) return
    await sleep(200)
  }
  throw new Error('the sample web was not loaded within a minute')
}, 90_000)

test('the README has commands to run', () => {
  expect(commands.length).toBeGreaterThanOrEqual(6)
})

test('each of them works, in their order', { timeout: 120_000 }, async () => {
  const environment = {
    PATH: process.env.PATH,
    KEY: await server.ownerKey(),
    WINNOW_DATA_DIR: server.dataDir,
    WINNOW_PORT: new URL(server.url).port,
  }
  for (const command of commands) {
    const line = command
      .replace('npx winnow', `${process.execPath} ${resolve('dist/main.js')}`)
      .replaceAll('http://127.0.0.1:7700', server.url)
    const { stdout } = await run('/bin/sh', ['-c', line], { cwd: server.folder, env: environment })
    expect(stdout, command).not.toBe('')
    expect(stdout, command).not.toMatch(/"error"/)
  }
})

test('the script for exa-js finds what it looks for', async () => {
  const program = `${script.replace('http://127.0.0.1:7700', server.url)}\nconsole.log(JSON.stringify(results))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, KEY: await server.ownerKey() },
  })
  const results = JSON.parse(stdout) as { url: string; text: string }[]
  expect(results).toHaveLength(3)
  expect(results.map(({ url }) => url).join(' ')).toContain('kestrel-robotics')
})
