import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { NewImport } from '../contract/imports.ts'
import type { RowList } from '../contract/webset-rows.ts'
import type { Webset } from '../contract/websets.ts'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import { defineBench, median, percentile, type Figure } from './bench.ts'
import { launchBrowser, seriousBarriers } from './browser.ts'
import { inFolder } from './evaluation.ts'
import { startServerChild } from './server-child.ts'
import { makeScene, screens, signIn } from './web-screens.ts'

const kilobyte = 1000
const tooLongMs = 50

export const bench = defineBench({
  about: 'the web app: what the first load weighs, when it answers, how it scrolls, whom it keeps out',
  options: {
    rows: { about: 'rows of the table that is scrolled', default: 10_000 },
    loads: { about: 'first loads that are timed', default: 9 },
  },
  run: ({ options, progress, signal }) =>
    inFolder(async (folder) => {
      const server = startServerChild({
        dataDir: join(folder, 'data'),
        cwd: folder,
        environment: { WINNOW_API_KEY: ownerKey, WINNOW_LOG_LEVEL: 'error' },
      })
      const browser = await launchBrowser()
      try {
        const url = await server.ready
        const api = apiClient(url)
        progress('making what the screens show')
        const scene = await makeScene(api)
        const context = await browser.newContext({ reducedMotion: 'reduce' })
        const page = await context.newPage()
        await signIn(page, url, ownerKey)
        const session = await context.storageState()

        progress('first loads')
        const loads = []
        for (let load = 0; load < options.loads; load += 1) loads.push(await firstLoad(browser, url, session))

        progress('accessibility')
        const barriers: string[] = []
        for (const screen of screens) {
          await page.goto(url + screen.path(scene))
          await screen.settle(page)
          const found = await seriousBarriers(page)
          for (const barrier of found) progress(`${screen.name}: ${barrier}`)
          barriers.push(...found)
        }

        progress(`a table of ${options.rows} rows`)
        const id = await makeTable(api, options.rows, signal)
        await page.goto(`${url}/websets/${id}`)
        await page
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .first()
          .waitFor()
        const { frames, tasks } = await scroll(browser, page)
        return [
          ...loadFigures(loads),
          {
            name: `screens of ${screens.length} with serious barriers`,
            value: barriers.length,
            unit: '',
            target: { atMost: 0 },
          },
          { name: 'frames while scrolling', value: frames.length, unit: '' },
          { name: 'frame, p50', value: median(frames), unit: 'ms' },
          { name: 'frame, p99', value: percentile(frames, 0.99), unit: 'ms' },
          { name: 'longest frame', value: Math.max(...frames), unit: 'ms', target: { atMost: tooLongMs } },
          {
            name: 'task while scrolling, p99, of processor time',
            value: percentile(tasks, 0.99),
            unit: 'ms',
          },
          {
            name: 'longest task, of processor time',
            value: Math.max(...tasks),
            unit: 'ms',
            target: { atMost: tooLongMs },
          },
        ]
      } finally {
        await browser.close()
        await server.end('SIGTERM')
      }
    }),
})

interface Load {
  readonly scriptBytes: number
  readonly usableMs: number
}

const loadFigures = (loads: readonly Load[]): Figure[] => [
  {
    name: 'script of the first load, in kB',
    value: (loads[0]?.scriptBytes ?? 0) / kilobyte,
    unit: '',
    target: { atMost: 300 },
  },
  {
    name: 'first load to a box one can write in, p50',
    value: median(loads.map(({ usableMs }) => usableMs)),
    unit: 'ms',
    target: { atMost: 1000 },
  },
]

/** Somebody comes for the first time, with nothing kept by the browser but that they are signed in. */
async function firstLoad(
  browser: Browser,
  url: string,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<Load> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.addInitScript(watchForBox)
  await page.goto(url)
  const usableMs = Number(await page.evaluate(usableAt))
  const bodies = await Promise.all(scripts)
  await context.close()
  return { usableMs, scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) }
}

/** A list of one's own is the quickest way to many rows. */
async function makeTable(api: Api, rows: number, signal: AbortSignal): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `https://company-${row}.example/,Company ${row}`)
  const csv = ['url,name', ...lines].join('\n')
  const { id: importId, uploadUrl } = await api<NewImport>('POST', '/websets/v0/imports', {
    format: 'csv',
    entity: { type: 'company' },
    size: Buffer.byteLength(csv),
    count: rows,
    csv: { identifier: 0 },
  })
  await fetch(uploadUrl, { method: 'PUT', body: csv, signal })
  const { id } = await api<Webset>('POST', '/websets/v0/websets', {
    import: [{ source: 'import', id: importId }],
  })
  for (;;) {
    signal.throwIfAborted()
    const { total } = await api<RowList>('GET', `/winnow/v1/websets/${id}/rows?limit=1`)
    const { status } = await api<Webset>('GET', `/websets/v0/websets/${id}`)
    if (total >= rows && status === 'idle') return id
    await sleep(1000)
  }
}

/**
 * Each frame is timed by the page itself, as its reader sees it. What the page does in one go is also told in processor
 * time, which is the same on a machine that is busy with something else.
 */
async function scroll(browser: Browser, page: Page): Promise<{ frames: number[]; tasks: number[] }> {
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  const frames = (await page.evaluate(scrollTable)) as number[] // what the script answers
  // Once more from the top, for the tasks: being watched makes the browser slower.
  await page.evaluate(`document.querySelector('.table-frame').scrollTop = 0`)
  await browser.startTracing(page, { categories })
  await page.evaluate(scrollTable)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  // Chromium may keep processes of pages that are closed: those do nothing, and count for nothing.
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = traceEvents
    .filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
  if (tasks.length === 0) throw new Error('the browser told nothing of what it did')
  return { frames, tasks }
}

/** As Chromium writes it. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** In the page: says when there is a box one can write in. Asking for it from outside would be timed as well. */
const watchForBox = `
  (function watch() {
    if (document.querySelector('input[type=search]:not(:disabled)')) performance.mark('usable')
    else requestAnimationFrame(watch)
  })()`

const usableAt = `new Promise(function look(resolve) {
  const [mark] = performance.getEntriesByName('usable')
  if (mark) resolve(mark.startTime)
  else requestAnimationFrame(() => look(resolve))
})`

/** In the page: slowly, quickly, in leaps, back, and on to the last row. */
const scrollTable = `(async () => {
  const frame = document.querySelector('.table-frame')
  const frames = []
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve))
  let last = await next()
  async function move(pixels, times) {
    for (let time = 0; time < times; time += 1) {
      frame.scrollTop += pixels
      const now = await next()
      frames.push(now - last)
      last = now
    }
  }
  await move(12, 150)
  await move(300, 150)
  await move(4000, 100)
  await move(-300, 100)
  await move((frame.scrollHeight - frame.scrollTop) / 20, 20)
  return frames
})()`
