import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { WorkerProcess } from '../../src/ports/jobs-scene.suite.ts'

export interface ProcessSettings {
  readonly connectionString: string
  /** By default one that tells the process. */
  readonly executorId?: string
  readonly heartbeat: { everyMs: number; deadAfterMs: number }
  readonly code?: 1 | 2
  readonly everySecond?: boolean
  readonly sameMachine?: boolean
}

/** Starts the fixture's worker in a process of its own; resolves when it is at work. */
export async function startJobsProcess(settings: ProcessSettings): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['tests/fixtures/jobs-worker.mjs', JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  const early = gone.then(() => Promise.reject(new Error('the worker ended before it was ready')))
  await Promise.race([once(child.stdout, 'data'), early])
  early.catch(() => {})
  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
