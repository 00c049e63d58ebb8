import { setTimeout as sleep } from 'node:timers/promises'
import { processTree, stillThere, type Process } from '../../src/bench/processes.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { Random } from './random.ts'

/** What happens to a running server. Afterwards it is dead, or it lives and has to heal by itself. */
export interface Disaster {
  readonly name: string
  readonly after: 'dead' | 'alive'
  strike(server: ServerProcess, random: Random): Promise<void>
}

/** Longer than a start takes, so that a kill may come at any stage of it, or after it. */
const startMs = 1500

export const disasters: readonly Disaster[] = [
  {
    name: 'the server is killed',
    after: 'dead',
    strike: async (server) => void (await server.kill()),
  },
  {
    name: 'the server and all its processes are killed at once',
    after: 'dead',
    async strike(server) {
      killAll(await processTree(server.pid))
      await server.ended
    },
  },
  {
    // Leaves a database that nobody watches any more.
    name: 'the server is killed with the shells that watch its database',
    after: 'dead',
    async strike(server) {
      const tree = await processTree(server.pid)
      killAll(tree.filter((one) => one.pid === server.pid || isShell(one)))
      await server.ended
    },
  },
  {
    name: 'the server is killed again and again while it starts',
    after: 'dead',
    async strike(server, random) {
      await server.kill()
      await interruptStarts(server, random)
    },
  },
  {
    // Its database has then not even learnt yet how to be told to end.
    name: 'the server is killed as soon as it starts its database',
    after: 'dead',
    async strike(server) {
      await server.kill()
      const { pid, ended } = server.begin()
      const over = ended.then(() => true)
      while (!(await Promise.race([over, startsDatabase(pid)])));
      await server.kill()
    },
  },
  {
    name: 'the server is stopped and killed while it stops',
    after: 'dead',
    async strike(server, random) {
      const stopped = server.stop()
      await Promise.race([stopped, sleep(random.between(0, 150))])
      await server.kill()
    },
  },
  {
    name: 'the server is stopped in order',
    after: 'dead',
    strike: async (server) => void (await server.stop()),
  },
  {
    name: 'the database is killed',
    after: 'alive',
    async strike(server) {
      const processes = await postgresOf(server)
      killAll(processes.filter(isPostmaster))
      await gone(processes)
    },
  },
  {
    name: 'one process of the database is killed',
    after: 'alive',
    async strike(server, random) {
      // The postmaster then ends all the others too, since the dead one may have left shared memory in disorder.
      const processes = (await postgresOf(server)).filter((one) => !isPostmaster(one))
      const victim = random.one(processes)
      if (!victim) throw new Error('the database has no processes')
      killAll([victim])
      await gone(processes)
    },
  },
]

/** Starts a server that is not running and kills it at a random moment, up to three times. */
export async function interruptStarts(server: ServerProcess, random: Random): Promise<void> {
  for (let left = 1 + random.whole(3); left > 0; left--) {
    server.begin()
    await sleep(random.between(0, startMs))
    await server.kill()
  }
}

const startsDatabase = async (pid: number): Promise<boolean> => (await processTree(pid)).some(isShell)

const isShell = ({ command }: Process): boolean => command.startsWith('/bin/sh ')
const isPostmaster = ({ command }: Process): boolean => command.includes(' -D ')

const postgresOf = async (server: ServerProcess): Promise<Process[]> =>
  (await processTree(server.pid)).filter(
    (one) => one.pid !== server.pid && one.command.includes('postgres') && !isShell(one),
  )

/** Until then they may still answer, as if nothing had happened. */
async function gone(processes: readonly Process[]): Promise<void> {
  for (const deadline = performance.now() + 30_000; ; await sleep(10)) {
    const left = await stillThere(processes)
    if (left.length === 0) return
    if (performance.now() > deadline) throw new Error(`still there: ${JSON.stringify(left)}`)
  }
}

function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The death of one may have ended the next before its turn came.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
