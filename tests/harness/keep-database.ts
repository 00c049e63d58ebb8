import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('keep-database.mjs', import.meta.url))

/** Another process that holds the database of a data folder, to be killed in any way a test likes. */
export async function keepDatabase(dataDir: string) {
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('the process ended before its database was ready'))),
  ])) as [string]
  const { connectionString, held } = JSON.parse(line) as { connectionString: string; held: boolean }
  return {
    pid: child.pid ?? 0,
    connectionString,
    held,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
