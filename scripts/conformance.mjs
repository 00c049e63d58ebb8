// Runs the official conformance suite of MCP against the built server: `npm run conformance`. The suite needs Node 22,
// so it is run by one from the package registry; the server runs on the Node that runs this.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const key = 'conformance-key-of-this-run'

/** Scenarios that need none of the suite's own tools, resources or prompts, by the version they are run for. */
const scenarios = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'sep-2164-resource-not-found',
  ],
}

const folder = await mkdtemp(join(tmpdir(), 'winnow-conformance-'))
const server = spawn(
  process.execPath,
  [resolve('dist/main.js'), 'serve', '--port', '0', '--data-dir', join(folder, 'data'), '--sample', 'off'],
  {
    cwd: folder,
    env: { ...process.env, WINNOW_API_KEY: key, WINNOW_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
)
const failed = []
try {
  const url = await addressOf(join(folder, 'data', 'server.json'))
  const proxy = await withKey(url)
  for (const [version, names] of Object.entries(scenarios))
    for (const scenario of names) {
      const { code, output } = await run(scenario, version, proxy.url)
      const verdict = code === 0 ? 'passed' : 'FAILED'
      console.log(`${version}  ${scenario.padEnd(32)} ${verdict}`)
      if (code !== 0) {
        failed.push(`${version} ${scenario}`)
        console.log(output)
      }
    }
  proxy.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed.length === 0 ? 0 : 1

async function addressOf(file) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const written = await readFile(file, 'utf8').catch(() => null)
    if (written) return JSON.parse(written).url
    await sleep(100)
  }
  throw new Error('the server did not start')
}

/** The suite has no way to say a key, so somebody in between does; everything else goes through as it is. */
async function withKey(target) {
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const passed = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-api-key': key },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
    outgoing.on('close', () => passed.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${proxy.address().port}/mcp`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

async function run(scenario, version, url) {
  const conformance = join(folder, 'results')
  const child = spawn(
    'npx',
    [
      '--yes',
      '-p',
      'node@22',
      '-p',
      suite,
      'conformance',
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
      '--spec-version',
      version,
      '--output-dir',
      conformance,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}
