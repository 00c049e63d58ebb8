import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { defineBench, median, percentile, type Figure } from './bench.ts'
import { memoryOf, processTree } from './processes.ts'
import { mainScript, plainEnvironment, startServerChild, type ServerChild } from './server-child.ts'

const run = promisify(execFile)
const megabyte = 2 ** 20
/** Longer than idle threads live. */
const settleMs = 15_000
const quiet = ['--log-level', 'warn']

export const bench = defineBench({
  about: 'first and later starts, memory when idle, overhead of a trivial request',
  options: {
    firsts: { about: 'starts on a fresh folder', default: 3 },
    starts: { about: 'later starts', default: 7 },
    requests: { about: 'requests to each server', default: 3000 },
  },
  async run({ options, signal, progress }) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'winnow-bench-')))
    const figures: Figure[] = []
    try {
      progress('first starts')
      const firsts: Start[] = []
      for (let n = 0; n < options.firsts; n++) {
        signal.throwIfAborted()
        const { server, ...start } = await measureStart(join(folder, `first-${n}`))
        firsts.push(start)
        await server.end('SIGTERM')
      }
      figures.push(...startFigures('first start', firsts, 5000))

      progress('later starts')
      const dataDir = join(folder, 'first-0')
      const later: Start[] = []
      const stops: number[] = []
      for (let n = 0; n < options.starts; n++) {
        signal.throwIfAborted()
        const { server, ...start } = await measureStart(dataDir)
        later.push(start)
        stops.push(await elapsed(() => server.end('SIGTERM')))
      }
      figures.push(...startFigures('later start', later, 2000))
      figures.push({ name: 'stop, median', value: median(stops), unit: 'ms' })

      const { server } = await measureStart(dataDir)
      try {
        if (process.platform === 'linux') {
          progress('memory when idle')
          figures.push(...(await idleMemory(server)))
        }
        progress('overhead of a request')
        figures.push(...(await requestOverhead(await server.ready, dataDir, options.requests)))
        progress('command line')
        figures.push(...(await commandLine(dataDir, options.starts)))
      } finally {
        await server.end('SIGTERM')
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return figures
  },
})

interface Start {
  readonly readyMs: number
  readonly stages: ReadonlyMap<string, number>
}

async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

async function measureStart(dataDir: string): Promise<Start & { server: ServerChild }> {
  const startedAt = Date.now()
  const server = startServerChild({ dataDir, flags: quiet })
  const readyMs = await elapsed(() => server.ready)
  return { server, readyMs, stages: await stagesOf(dataDir, startedAt) }
}

/**
 * Where the time goes, read off the files that a start makes, in the order in which it makes them: so the program
 * needs no stopwatch inside. A later start makes only the last two.
 */
async function stagesOf(dataDir: string, startedAt: number): Promise<Map<string, number>> {
  const marks = [
    ['loading the program', dataDir],
    ['creating the database', join(dataDir, 'postgres.log')],
    ['starting PostgreSQL', join(dataDir, 'postgres', 'postmaster.pid')],
    ['migrating, listening', join(dataDir, 'server.json')],
  ] as const
  const stages = new Map<string, number>()
  let last = startedAt
  for (const [name, file] of marks) {
    const { birthtimeMs } = await stat(file)
    // Older than this start, or a file system without times of birth.
    if (birthtimeMs < startedAt) continue
    stages.set(
      stages.size === 0 && name !== marks[0][0] ? 'loading the program, starting PostgreSQL' : name,
      birthtimeMs - last,
    )
    last = birthtimeMs
  }
  return stages
}

function startFigures(name: string, starts: readonly Start[], targetMs: number): Figure[] {
  const times = starts.map(({ readyMs }) => readyMs)
  const stages = [...(starts[0]?.stages.keys() ?? [])]
  return [
    { name: `${name}, median`, value: median(times), unit: 'ms', target: { atMost: targetMs } },
    { name: `${name}, worst`, value: Math.max(...times), unit: 'ms', target: { atMost: targetMs } },
    ...stages.map((stage): Figure => ({
      name: `  ${stage}`,
      value: median(starts.map((start) => start.stages.get(stage) ?? Number.NaN)),
      unit: 'ms',
    })),
  ]
}

async function idleMemory(server: ServerChild): Promise<Figure[]> {
  await sleep(settleMs)
  const processes = await processTree(server.pid)
  const all = await memoryOf(processes)
  const own = await memoryOf(processes.filter(({ pid }) => pid === server.pid))
  return [
    {
      name: `idle, ${processes.length} processes, PSS`,
      value: all.pssBytes / megabyte,
      unit: 'MB',
      target: { atMost: 300 },
    },
    { name: '  of which the server', value: own.pssBytes / megabyte, unit: 'MB' },
    {
      name: '  the same as RSS, shared pages counted repeatedly',
      value: all.rssBytes / megabyte,
      unit: 'MB',
    },
  ]
}

/** In turns and in small blocks, so that whatever else the machine does troubles both servers alike. */
async function requestOverhead(url: string, dataDir: string, count: number): Promise<Figure[]> {
  const key = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'x-api-key': key }
  const { body } = await get(new URL('/winnow/v1/me', url), agent, headers)
  const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-server.js', import.meta.url)), body], {
    env: plainEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = (await once(bare.stdout.setEncoding('utf8'), 'data')) as [string]
    const ours: number[] = []
    const theirs: number[] = []
    const block = 100
    const warmUp = 5
    for (let n = 0; n < count / block + warmUp; n++) {
      for (const [target, times] of [
        [new URL('/winnow/v1/me', url), ours],
        [new URL(address.trim()), theirs],
      ] as const) {
        for (let i = 0; i < block; i++) {
          const { ms } = await get(target, agent, headers)
          if (n >= warmUp) times.push(ms)
        }
      }
    }
    const p50 = { ours: percentile(ours, 0.5), bare: percentile(theirs, 0.5) }
    const p95 = { ours: percentile(ours, 0.95), bare: percentile(theirs, 0.95) }
    return [
      { name: 'GET /winnow/v1/me, p50', value: p50.ours, unit: 'ms' },
      { name: '  over a bare server, p50', value: p50.ours - p50.bare, unit: 'ms', target: { atMost: 2 } },
      { name: '  over a bare server, p95', value: p95.ours - p95.bare, unit: 'ms', target: { atMost: 2 } },
      { name: '  to a bare server, p50', value: p50.ours / p50.bare, unit: '×' },
    ]
  } finally {
    agent.destroy()
    bare.kill()
  }
}

function get(url: URL, agent: Agent, headers: Record<string, string>): Promise<{ body: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const call = request(url, { agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve({ body, ms: performance.now() - startedAt })
          : reject(new Error(`${url.href} answered ${response.statusCode}: ${body}`)),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

async function commandLine(dataDir: string, count: number): Promise<Figure[]> {
  const options = { env: plainEnvironment }
  const times = { version: [] as number[], list: [] as number[], node: [] as number[] }
  for (let n = 0; n < count; n++) {
    times.node.push(await elapsed(() => run(process.execPath, ['-e', '0'], options)))
    times.version.push(await elapsed(() => run(process.execPath, [mainScript, '--version'], options)))
    times.list.push(
      await elapsed(() =>
        run(process.execPath, [mainScript, 'keys', 'list', '--data-dir', dataDir], options),
      ),
    )
  }
  return [
    { name: 'winnow keys list, median', value: median(times.list), unit: 'ms' },
    { name: '  winnow --version', value: median(times.version), unit: 'ms' },
    { name: '  node alone', value: median(times.node), unit: 'ms' },
  ]
}
