import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { serverProcess } from './harness/server-process.ts'

/** The commands of the README, run as they stand but for the address and the way to the program. */
const readme = readFileSync('README.md', 'utf8')
const commands = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((line) => /^(curl|npx winnow) /.test(line))

const [, script = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? []

const run = promisify(execFile)
// The sample's pages are nowhere but in it: nothing is fetched.
const server = await serverProcess({ hasSample: true })

beforeAll(() => server.start())

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
