import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Research } from '../contract/research.ts'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import { defineBench, median, percentile, type Figure } from './bench.ts'
import { memoryOf, processTree } from './processes.ts'
import { startServerChild } from './server-child.ts'

/** How somebody follows research: as fast as it comes, hardly reading, leaving at once, or leaving and coming back. */
type Habit = 'steady' | 'slow' | 'leaving' | 'returning'

interface Followed {
  readonly habit: Habit
  /** Whether it saw every event from the first to the last. */
  readonly isWhole: boolean
  readonly openedAt: number
  readonly endedAt: number
}

const runsAtOnce = 20

export const bench = defineBench({
  about: 'streams of research that are followed at once, by clients that are slow, leave, and come back',
  options: {
    streams: { about: 'streams at once', default: 1000 },
    rounds: { about: 'how often all of them come', default: 9 },
  },
  async run({ options, progress, signal }) {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-bench-'))
    // One run at a time: the others wait, and with them whoever follows.
    const environment = { WINNOW_API_KEY: ownerKey, WINNOW_SAMPLE: 'off', WINNOW_RUNS_RUNNING: '1' }
    const server = startServerChild({ dataDir: join(folder, 'data'), cwd: folder, environment })
    try {
      const url = await server.ready
      const api = apiClient(url)
      const alone = await latencies(api, 40)
      const rounds = []
      for (let round = 1; round <= options.rounds; round += 1) {
        signal.throwIfAborted()
        const outcome = await followAll(api, url, options.streams)
        await sleep(2000)
        const own = (await processTree(server.pid)).filter(({ pid }) => pid === server.pid)
        const megabytes = (await memoryOf(own)).rssBytes / 1e6
        rounds.push({ ...outcome, megabytes })
        progress(
          `round ${round}: ${outcome.whole} of ${outcome.expected} streams whole, ${megabytes.toFixed(0)} MB after it`,
        )
      }
      return figures(rounds, alone, options.streams)
    } finally {
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  },
})

type Round = Awaited<ReturnType<typeof followAll>> & { megabytes: number }

function figures(rounds: readonly Round[], alone: readonly number[], streams: number): Figure[] {
  const lags = rounds.flatMap((round) => round.lags)
  const asked = rounds.flatMap((round) => round.asked)
  const whole = rounds.reduce((sum, round) => sum + round.whole, 0)
  const expected = rounds.reduce((sum, round) => sum + round.expected, 0)
  // The heap grows to what the streams need at once, and then no further.
  const settled = rounds.at(-3) ?? rounds[0]
  const growth = (rounds.at(-1)?.megabytes ?? 0) - (settled?.megabytes ?? 0)
  return [
    { name: `${streams} streams, followed whole`, value: whole / expected, unit: '', target: { atLeast: 1 } },
    { name: 'end of a run to end of its streams, p50', value: median(lags), unit: 'ms' },
    { name: 'the same, p95', value: percentile(lags, 0.95), unit: 'ms', target: { atMost: 2000 } },
    { name: 'another request meanwhile, p50', value: median(asked), unit: 'ms' },
    { name: 'the same, against without streams', value: median(asked) / median(alone), unit: '×' },
    { name: 'memory over the last two rounds', value: growth, unit: 'MB', target: { atMost: 20 } },
  ]
}

/** Runs are made, everybody follows one, and other requests are made besides. */
async function followAll(api: Api, url: string, streams: number) {
  const runs = await Promise.all(
    Array.from({ length: runsAtOnce }, () =>
      api<Research>('POST', '/research/v1', {
        instructions: 'Who paints boats?',
        model: 'exa-research-fast',
      }),
    ),
  )
  const following: Promise<Followed & { id: string }>[] = []
  for (let at = 0; at < streams; at += 1) {
    // They come one after another, and stay.
    if (at % 20 === 0) await sleep(50)
    const habit =
      (['steady', 'steady', 'steady', 'slow', 'leaving', 'returning'] as const)[at % 6] ?? 'steady'
    const id = runs[at % runs.length]?.researchId ?? ''
    following.push(
      follow(url, id, habit)
        // One that is broken off counts as not whole, and the others are still to be seen.
        .catch(() => ({ habit, isWhole: false, openedAt: Date.now(), endedAt: Date.now() }))
        .then((outcome) => ({ ...outcome, id })),
    )
  }
  const over = new AbortController()
  const asking = (async () => {
    const asked: number[] = []
    while (!over.signal.aborted) asked.push(...(await latencies(api, 1)))
    return asked
  })()
  // What ends the streams ends this, too, and is the better explanation.
  asking.catch(() => {})
  const followed = await Promise.all(following)
  over.abort()
  const ends = new Map<string, number>()
  for (const { researchId } of runs) {
    const run = await api<Research>('GET', `/research/v1/${researchId}`)
    if ('finishedAt' in run) ends.set(researchId, run.finishedAt)
  }
  const staying = followed.filter(({ habit }) => habit !== 'leaving')
  return {
    expected: staying.length,
    whole: staying.filter(({ isWhole }) => isWhole).length,
    lags: followed
      .filter(({ habit }) => habit === 'steady')
      .map(({ id, openedAt, endedAt }) => endedAt - Math.max(openedAt, ends.get(id) ?? endedAt)),
    asked: await asking,
  }
}

async function latencies(api: Api, count: number): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < count; at += 1) {
    const from = performance.now()
    // A connection that both ends gave up at the same moment is no answer of the server.
    await api('GET', '/research/v1?limit=1').catch(() => api('GET', '/research/v1?limit=1'))
    taken.push(performance.now() - from)
    await sleep(20)
  }
  return taken
}

async function follow(url: string, id: string, habit: Habit): Promise<Followed> {
  if (habit === 'leaving') {
    const { openedAt } = await events(url, id, 'leaving')
    return { habit, isWhole: false, openedAt, endedAt: Date.now() }
  }
  if (habit === 'returning') {
    await events(url, id, 'leaving')
    await sleep(50)
  }
  const { text, openedAt } = await events(url, id, habit)
  const isWhole = text.startsWith('event: research-definition\n') && text.includes('event: research-output\n')
  return { habit, isWhole, openedAt, endedAt: Date.now() }
}

async function events(url: string, id: string, habit: Habit) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      new URL(`/research/v1/${id}?stream=true`, url),
      { headers: { 'x-api-key': ownerKey }, agent: false },
      resolve,
    ).on('error', reject)
  })
  const openedAt = Date.now()
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk)
    // Whoever leaves closes the connection without a word.
    if (habit === 'leaving') break
    if (habit === 'slow') await sleep(100)
  }
  response.destroy()
  return { text, openedAt }
}
