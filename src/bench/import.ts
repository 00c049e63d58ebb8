import { createWriteStream, openAsBlob } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportStatus, NewImport } from '../contract/imports.ts'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import { defineBench } from './bench.ts'
import { inFolder } from './evaluation.ts'
import { memoryOf, processTree } from './processes.ts'
import { startServerChild } from './server-child.ts'

const megabyte = 1_000_000
const lookEveryMs = 100
const bytesPerRow = 125
/** As Linux counts on every machine of today. */
const ticksPerSecond = 100

export const bench = defineBench({
  about: 'how fast a large list is imported, and how much memory that takes',
  options: { rows: { about: 'rows of the list, of 125 bytes each', default: 400_000 } },
  run: ({ options, progress, signal }) =>
    inFolder(async (folder) => {
      const path = join(folder, 'list.csv')
      progress(`writing ${options.rows} rows`)
      await pipeline(Readable.from(listOf(options.rows)), createWriteStream(path))
      const { size } = await stat(path)
      const environment = { WINNOW_API_KEY: ownerKey, WINNOW_SAMPLE: 'off', WINNOW_LOG_LEVEL: 'error' }
      const server = startServerChild({ dataDir: join(folder, 'data'), cwd: folder, environment })
      try {
        const api = apiClient(await server.ready)
        const idle = await settledMemory(server.pid, api)
        const memory = watchMemory(server.pid)
        progress(`importing ${(size / megabyte).toFixed(1)} MB`)
        const startedAt = performance.now()
        const { id, uploadUrl } = await api<NewImport>('POST', '/websets/v0/imports', {
          format: 'csv',
          entity: { type: 'company' },
          size,
          count: options.rows,
        })
        const uploaded = await fetch(uploadUrl, { method: 'PUT', body: await openAsBlob(path) })
        if (!uploaded.ok) throw new Error(`the upload was answered ${uploaded.status}`)
        const uploadedAt = performance.now()
        const busyBefore = await processorSeconds(server.pid)
        await untilCompleted(api, id, options.rows, signal)
        const readMs = performance.now() - uploadedAt
        const busy = (await processorSeconds(server.pid)) - busyBefore
        const peak = await memory.stop()
        return [
          { name: 'size of the file', value: size / megabyte, unit: 'MB' },
          { name: 'uploaded', value: (uploadedAt - startedAt) / 1000, unit: 's' },
          { name: 'rows read', value: (options.rows * 1000) / readMs, unit: '/s', target: { atLeast: 5000 } },
          { name: 'rows for each second of a processor', value: options.rows / busy, unit: '' },
          { name: 'memory when idle', value: idle / megabyte, unit: 'MB' },
          { name: 'more at its peak', value: (peak - idle) / megabyte, unit: 'MB', target: { atMost: 300 } },
        ]
      } finally {
        await server.end('SIGTERM')
      }
    }),
})

const header = 'Company,Website,City,Notes\n'

/** With its header, the list has exactly so many bytes for each row: 400,000 rows are as many as may be uploaded. */
function* listOf(rows: number): Generator<string> {
  yield header
  for (let start = 0; start < rows; start += 1000) {
    let text = ''
    for (let row = start; row < Math.min(rows, start + 1000); row++) {
      const known = `Company ${row},https://www.company-${row}.example/,Port ${row % 977},"`
      const left = bytesPerRow - known.length - 2 - (row === 0 ? header.length : 0)
      text += `${known}${'Pilots, tugs and tides. '.repeat(4).slice(0, left)}"\n`
    }
    yield text
  }
}

async function untilCompleted(api: Api, id: string, rows: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { status, count, failedMessage } = await api<ImportStatus>('GET', `/winnow/v1/imports/${id}`)
    if (status === 'failed') throw new Error(failedMessage ?? 'the import failed')
    if (status === 'completed' && count !== rows) throw new Error(`${count} rows were imported of ${rows}`)
    if (status === 'completed') return
    await sleep(lookEveryMs)
  }
}

/** Of the server and its database, once nothing goes on but what always does. */
async function settledMemory(pid: number, api: Api): Promise<number> {
  await api('GET', '/websets/v0/imports')
  await sleep(3000)
  return memoryIn(pid)
}

const memoryIn = async (pid: number): Promise<number> =>
  (await memoryOf(await processTree(pid)).catch(() => ({ pssBytes: 0 }))).pssBytes

/** What a machine that is busy with other things does not distort. */
async function processorSeconds(pid: number): Promise<number> {
  let ticks = 0
  for (const one of await processTree(pid)) {
    const line = await readFile(`/proc/${one.pid}/stat`, 'utf8').catch(() => '')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return ticks / ticksPerSecond
}

function watchMemory(pid: number) {
  const over = new AbortController()
  let peak = 0
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await memoryIn(pid))
      await sleep(lookEveryMs)
    }
  })()
  return {
    async stop(): Promise<number> {
      over.abort()
      await watching
      return peak
    },
  }
}
