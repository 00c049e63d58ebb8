import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOn, processTree, type Process } from '../../src/bench/processes.ts'
import {
  startServerChild,
  type Exit,
  type ServerChild,
  type ServerChildOptions,
} from '../../src/bench/server-child.ts'
import { afterwards } from './afterwards.ts'
import { testFolder } from './folder.ts'
import { copySampleData, sharedModels } from './sample-data.ts'

interface Options extends Partial<ServerChildOptions> {
  /** With the sample web in its index from the start, for those to whom its loading does not matter. */
  readonly hasSample?: boolean
}

export type ServerProcess = Awaited<ReturnType<typeof serverProcess>>

/** Long enough for a machine that is busy with other tests; nothing waits this long when all is well. */
const patienceMs = 40_000

/**
 * A real `winnow serve` on a data folder of its own, to be started, stopped and killed from outside. It is stopped after
 * the current test, or outside of one after the last of the file, which then fails if anything is left of it.
 */
export async function serverProcess({ hasSample = false, ...options }: Options = {}) {
  const folder = await testFolder()
  const { dataDir = join(folder, 'data') } = options
  if (hasSample) await copySampleData(dataDir)
  const generations: ServerChild[] = []
  let url = ''

  const current = (): ServerChild => {
    const last = generations.at(-1)
    if (!last) throw new Error('the server was never started')
    return last
  }
  const begin = (): ServerChild => {
    const environment = { ...sharedModels(), ...options.environment }
    const child = startServerChild({ cwd: folder, ...options, dataDir, environment })
    generations.push(child)
    return child
  }
  const start = async (): Promise<void> => {
    const child = begin()
    url = await within(child.ready, () => `not ready:\n${child.stdout()}${child.stderr()}`)
  }
  const end = (signal: NodeJS.Signals): Promise<Exit> => {
    const child = current()
    return within(child.end(signal), () => `still running after ${signal}:\n${child.stderr()}`)
  }

  afterwards(async () => {
    if (generations.length > 0) await end('SIGTERM').catch(() => end('SIGKILL'))
    const left = await whatStays(() => processesOn(dataDir))
    for (const { pid } of left) killQuietly(pid)
    if (left.length > 0) throw new Error(`processes were left behind: ${JSON.stringify(left, null, 2)}`)
    if (url && (await isListening(url))) throw new Error(`${url} still answers after the server was stopped`)
  })

  return {
    /** The working folder of the server; its data folder is inside. */
    folder,
    dataDir,
    /** Of the server that was ready last; with each start it is another one. */
    get url() {
      return url
    },
    get pid() {
      return current().pid
    },
    get ended() {
      return current().ended
    },
    /** Starts without waiting, for those who want to disturb it. */
    begin,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async restart(): Promise<void> {
      await end('SIGTERM')
      await start()
    },
    /** `where` translates paths for a server that has file systems of its own. */
    ownerKey: async (where = (path: string) => path) =>
      (await readFile(where(join(dataDir, 'owner.key')), 'utf8')).trim(),
    /** Everything that was printed by all generations. */
    stdout: () => generations.map((one) => one.stdout()).join(''),
    stderr: () => generations.map((one) => one.stderr()).join(''),
    /** Everything that works on the data folder, whoever started it. */
    processes: () => processesOn(dataDir),
    /** What works on the data folder and does not belong to the running server, once it had time to go away. */
    strays: (): Promise<Process[]> =>
      whatStays(async () => {
        const own = new Set((await processTree(current().pid)).map(({ pid }) => pid))
        return (await processesOn(dataDir)).filter(({ pid }) => !own.has(pid))
      }),
  }
}

async function within<T>(promise: Promise<T>, problem: () => string): Promise<T> {
  const timer = new AbortController()
  const late = sleep(patienceMs, undefined, timer).then(() => {
    throw new Error(`after ${patienceMs} ms ${problem()}`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    timer.abort()
  }
}

const goneWithinMs = 15_000

/** Asks until nothing is left, or for as long as anything of ours may take to go away. */
async function whatStays(left: () => Promise<Process[]>): Promise<Process[]> {
  for (const deadline = performance.now() + goneWithinMs; ; await sleep(25)) {
    const found = await left()
    if (found.length === 0 || performance.now() > deadline) return found
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime, which is all we want.
  }
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const answer = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}
