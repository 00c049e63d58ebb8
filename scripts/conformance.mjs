// Runs the official conformance suite of MCP: `npm run conformance`. What a version required at its release is run on a
// build with the suite's own tools, and what needs none of those on the product itself. The suite needs Node 22, so it is
// run by one from the package registry; the servers run on the Node that runs this.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const key = 'conformance-key-of-this-run'
const versions = ['2026-07-28', '2025-11-25']

/** Scenarios that need none of the suite's own tools, resources or prompts, by the version they are run for. */
const onTheProduct = {
  '2025-11-25': 'server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection',
  '2026-07-28':
    'tools-list resources-list prompts-list caching dns-rebinding-protection http-header-validation http-custom-header-server-validation sep-2164-resource-not-found',
}

const folder = await mkdtemp(join(tmpdir(), 'winnow-conformance-'))
let failures = 0
try {
  await withFixtures(async (url) => {
    for (const version of versions) {
      const baseline = resolve(`scripts/conformance-${version}.yaml`)
      const { code, output } = await run(url, '--requirements', version, '--expected-failures', baseline)
      report(`what ${version} requires`, code, output.slice(output.indexOf('=== SUMMARY')))
    }
  })
  await withProduct(async (url) => {
    for (const version of versions)
      for (const scenario of onTheProduct[version].split(' ')) {
        const { code, output } = await run(url, '--scenario', scenario, '--spec-version', version)
        report(`${version} ${scenario} on the product`, code, code === 0 ? '' : output)
      }
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1

function report(what, code, output) {
  if (code !== 0) failures++
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${what}`)
  if (output) console.log(output)
}

async function withFixtures(use) {
  const child = spawn(process.execPath, ['scripts/conformance-fixtures.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(child.stdout.setEncoding('utf8'), 'data')
    await use(address.trim())
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}

async function withProduct(use) {
  const dataDir = join(folder, 'data')
  const main = resolve('dist/main.js')
  const server = spawn(
    process.execPath,
    [main, 'serve', '--port', '0', '--data-dir', dataDir, '--sample', 'off'],
    {
      cwd: folder,
      env: { ...process.env, WINNOW_API_KEY: key, WINNOW_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const proxy = await withKey(await addressOf(join(dataDir, 'server.json')))
  try {
    await use(proxy.url)
  } finally {
    proxy.close()
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

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
    const headers = { ...incoming.headers, 'x-api-key': key }
    const passed = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
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

async function run(url, ...options) {
  const conformance = [
    'conformance',
    'server',
    '--url',
    url,
    '--output-dir',
    join(folder, 'results'),
    ...options,
  ]
  const child = spawn('npx', ['--yes', '-p', 'node@22', '-p', suite, ...conformance], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}
