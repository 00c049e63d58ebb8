import { spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LoadedConfig } from './config.ts'
import { AppError } from './contract/errors.ts'
import { findServer } from './find-server.ts'

/** Long enough for a first start on a slow machine. */
const patienceMs = 60_000
const minutesUnused = 10
const stillHereMs = 60_000

interface Location {
  readonly url: string
  readonly key: string
}

/**
 * The server of the data folder: the one that runs, or one that is started now for this host and all others, and ends
 * when none has asked it anything for a while. When it goes away, the next request finds or starts its successor.
 */
export function attachServer({ config, origins }: LoadedConfig) {
  let located: Promise<Location> | undefined
  const locate = () => {
    located ??= findOrStart().catch((error: unknown) => {
      located = undefined
      throw error
    })
    return located
  }
  // A host may think for long between two calls; the server should not take that for an end.
  const stillHere = setInterval(() => {
    void locate()
      .then(({ url }) => fetch(new URL('/health', url), { signal: AbortSignal.timeout(5000) }))
      .then((response) => response.body?.cancel())
      .catch(() => {
        located = undefined
      })
  }, stillHereMs)
  stillHere.unref()

  return {
    /** Begins to look for it, so that the first call need not wait for all of it. */
    prepare: () => void locate().catch(() => {}),
    /** To the server, wherever it is by now, with a key, or with what follows from the key that its folder holds. */
    async fetch(
      input: string | URL | Request,
      init: RequestInit,
      key: string | ((local: string) => string),
      /** Whether it comes to the same when it is made twice; reading always does. */
      mayRepeat = (init.method ?? 'GET') === 'GET',
    ): Promise<Response> {
      const request = new URL(input instanceof Request ? input.url : input)
      const ask = async (server: Location): Promise<Response> => {
        const headers = new Headers(init.headers)
        headers.set('x-api-key', typeof key === 'string' ? key : key(server.key))
        return fetch(new URL(request.pathname + request.search, server.url), { ...init, headers })
      }
      const server = await locate()
      try {
        const response = await ask(server)
        // Its own key is good for as long as the server lives: another one listens there now.
        if (response.status !== 401 || typeof key === 'string') return response
      } catch (error) {
        init.signal?.throwIfAborted()
        // A connection that was kept may have ended with a server that was killed.
        if (!hasCode(error, 'ECONNREFUSED') && !(mayRepeat && hasCode(error, ...lost))) throw error
      }
      located = undefined
      return ask(await locate())
    },
    close: () => clearInterval(stillHere),
  }

  async function findOrStart(): Promise<Location> {
    const running = await findServer(config.dataDir)
    if (running) return running
    await start()
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      const started = await findServer(config.dataDir)
      if (started) return started
      await sleep(100)
    }
    throw new AppError('unavailable', `No server came up on the data folder ${config.dataDir}.`, {
      details: { remedy: `Its log is ${logFile()}.` },
    })
  }

  function logFile(): string {
    return join(config.dataDir, 'server.log')
  }

  /** Of several hosts that do so at once, one server stays: the others see it and end. */
  async function start(): Promise<void> {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const log = await open(logFile(), 'a', 0o600)
    const main = fileURLToPath(new URL('./main.js', import.meta.url))
    const flags = ['--data-dir', config.dataDir, '--stop-when-unused', String(minutesUnused)]
    // A port that nobody chose may be taken by the server of another folder.
    const port = origins.port === 'default' ? ['--port', '0'] : ['--port', String(config.port)]
    spawn(process.execPath, [main, 'serve', ...flags, ...port], {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    }).unref()
    await log.close()
  }
}

const lost = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

function hasCode(error: unknown, ...codes: string[]): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return (
    (typeof code === 'string' && codes.includes(code)) || (cause !== undefined && hasCode(cause, ...codes))
  )
}
