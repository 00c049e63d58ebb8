import { z } from 'zod'
import {
  answered,
  inPath,
  present,
  record,
  records,
  shapes,
  text,
  wire,
  type Json,
} from '../../agent-side/index.ts'
import { WorkflowError, type Course } from '../course.ts'
import { costSum, forEachInTime, hitsOf, NumResults, readPage } from '../page-work.ts'
import { createMonitor, hasEnded, runsOf, triggerRun } from '../monitor-work.ts'
import { addressDigest, mostPages, readPages, textDigest, writePages } from '../standing-question.ts'
import { waitFor } from '../wait-for.ts'
import { Query, Timeout, workflow } from '../workflow.ts'

const Args = z
  .strictObject({
    query: Query.optional().describe('The standing question; needed unless `monitorId` is given.'),
    monitorId: shapes.Id.optional().describe(
      'A search monitor there is: what is new since it was last asked.',
    ),
    period: z
      .string()
      .regex(/^[1-9]\d{0,3}[hd]$/, 'hours or days, such as "6h" or "7d"')
      .default('1d')
      .describe('How often it is asked by the clock.'),
    name: z.string().trim().min(1).max(250).optional(),
    numResults: NumResults.describe('How many new pages each run reports at most.'),
    includeDomains: shapes.Domains,
    excludeDomains: shapes.Domains,
    outputSchema: z.record(z.string(), z.unknown()).optional(),
    webhook: z
      .strictObject({
        url: z.url({ protocol: /^https?$/ }).max(2048),
        events: z.array(z.string()).min(1).default(['monitor.run.completed']),
      })
      .optional()
      .describe(
        'Who is told of runs by the clock; the API wants one for every monitor. Its secret is not shown: whoever has to check signatures makes the monitor with searchMonitors.create.',
      ),
    runNow: z.boolean().default(true).describe('Ask now, too, and not only by the clock.'),
    timeout: Timeout,
  })
  .superRefine(({ query, monitorId, webhook }, context) => {
    const needs = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: 'needed unless monitorId is given' })
    if (monitorId !== undefined) return
    if (query === undefined) needs('query')
    if (webhook === undefined) needs('webhook')
  })

const total = 5
/** In the metadata of the monitor: until when its runs were told of, and what their pages said. */
const marks = { told: 'winnowToldUntil', pages: 'winnowPages' } as const

export const semanticCron = workflow({
  type: 'semantic.cron',
  summary:
    'Ask a standing question by the clock, and tell what is new or has changed since it was last asked.',
  additive: true,
  args: Args,
  example: {
    query: 'orders for inspection robots',
    period: '1d',
    webhook: { url: 'https://example.com/hook' },
  },
  lists: ['pages'],
  async run(course, args) {
    const { runNow, timeout } = args
    const monitorId = await course.step('creating', async () => {
      await course.report({ step: 'creating', completed: 1, total })
      return args.monitorId ?? createMonitor(course, 'monitor', monitorOf(args))
    })
    await course.keep({ monitorId })
    const isRunLate = runNow && (await run(course, monitorId, timeout))
    if (!runNow) course.skip('running')
    const report = await course.step('comparing', async (step) => {
      await course.report({ step: 'comparing', completed: 3, total })
      // Before the monitor remembers that it was told: who is killed in between tells the same.
      const compared = await course.once('report', () =>
        compare(course, monitorId, { since: step.since, timeoutMs: timeout }),
      )
      if (compared.isLate) step.ends('timed_out')
      return compared
    })
    await course.keep({ monitorId, ...report.shown })
    const { nextRunAt, status, query, period } = await course.step('remembering', async () => {
      await course.report({ step: 'remembering', completed: 4, total })
      const monitor = await answered(course.exa.monitors.get(inPath(monitorId)))
      const metadata = { ...record(monitor.metadata), ...report.remembered }
      await answered(course.exa.monitors.update(inPath(monitorId), wire({ metadata })))
      return {
        nextRunAt: text(monitor.nextRunAt),
        status: text(monitor.status),
        query: text(record(monitor.search).query),
        period: text(record(monitor.trigger).period),
      }
    })
    await course.report({ step: 'done', completed: total, total })
    const { newCount, changedCount, runCount } = report.shown
    const timedOut = isRunLate || report.isLate
    return course.finish(
      { monitorId, query, period, status, nextRunAt, ...report.shown, ...(timedOut && { timedOut }) },
      `${newCount} new and ${changedCount} changed pages in ${runCount} runs${
        isRunLate ? '; the run that was begun had not ended in time' : ''
      }. Ask again with monitorId ${monitorId}.`,
    )
  },
})

function monitorOf(args: z.output<typeof Args>): Json {
  const { query, period, name, numResults, includeDomains, excludeDomains, outputSchema, webhook } = args
  return present({
    name,
    search: {
      ...present({ query, numResults, includeDomains, excludeDomains }),
      contents: { highlights: true },
    },
    trigger: { type: 'interval', period },
    outputSchema,
    webhook,
  })
}

/** Has the monitor run now and waits for it; answers whether time ran out. A run that fails fails the task. */
const run = (course: Course, monitorId: string, timeoutMs: number): Promise<boolean> =>
  course.step('running', async (step) => {
    await course.report({ step: 'running', completed: 2, total })
    const runId = await triggerRun(course, 'run', monitorId)
    await course.keep({ monitorId, runId })
    const outcome = await course.once('ran', async () => {
      const { value, timedOut } = await waitFor(course, { since: step.since, timeoutMs }, async () => {
        const found = await answered(course.exa.monitors.runs.get(inPath(monitorId), inPath(runId)))
        return { value: found, done: hasEnded(found) }
      })
      return { status: text(value.status), reason: text(value.failReason), timedOut }
    })
    if (outcome.timedOut) step.ends('timed_out')
    else if (outcome.status !== 'completed')
      throw new WorkflowError(
        'running',
        `The run ${runId} ended as ${outcome.status}${outcome.reason ? `: ${outcome.reason}` : ''}.`,
        { recoverable: true },
      )
    return outcome.timedOut
  })

/**
 * What the completed runs reported that nobody was told of, and which of the pages that were told of before say
 * something else by now.
 */
async function compare(
  course: Course,
  monitorId: string,
  limits: { since: number; timeoutMs: number },
): Promise<Compared> {
  const metadata = record((await answered(course.exa.monitors.get(inPath(monitorId)))).metadata)
  const toldUntil = text(metadata[marks.told]) ?? ''
  const known = readPages(metadata[marks.pages])
  const runs = (await runsOf(course, monitorId)).filter(({ status }) => status === 'completed')
  const fresh = runs.filter((one) => createdAt(one) > toldUntil)
  // A page that several runs have is shown as the newest has it.
  const pages = new Map(
    runs
      .toReversed()
      .flatMap((one) => hitsOf(record(one.output)).hits.map((hit) => ({ ...hit, runId: idOf(one) })))
      .map((hit) => [addressDigest(hit.url), hit]),
  )
  const freshIds = new Set(fresh.map(idOf))
  const watched = [...pages].filter(([address, { runId }]) => freshIds.has(runId) || known.has(address))
  const recent = watched.slice(-mostPages)
  const readings = await forEachInTime(course, recent, {
    ...limits,
    work: ([, { url }]) => readPage(course, url, { text: true }),
  })
  const said = new Map(known)
  const told = recent.flatMap(([address, hit], at) => {
    const reading = readings[at]
    const before = known.get(address)
    const now = reading?.outcome === 'read' ? textDigest(reading.text) : undefined
    said.delete(address)
    if (now ?? before) said.set(address, now ?? before ?? '')
    const isNew = freshIds.has(hit.runId) && before === undefined
    if (!isNew && (now === undefined || now === before)) return []
    const { score: _, ...page } = hit
    return [{ ...page, change: isNew ? 'new' : 'changed' }]
  })
  const count = (change: string) => told.filter((one) => one.change === change).length
  const [newest] = fresh
  return {
    shown: {
      pages: told.toReversed(),
      newCount: count('new'),
      changedCount: count('changed'),
      runCount: fresh.length,
      runs: fresh.map((one) => ({
        runId: idOf(one),
        completedAt: one.completedAt ?? null,
        found: records(record(one.output).results).length,
        content: record(one.output).content ?? null,
      })),
      ...(newest && { content: record(newest.output).content ?? null }),
      comparedCount: readings.filter((one) => one?.outcome === 'read').length,
      cost: costSum(readings.map((one) => one?.cost ?? 0)),
    },
    remembered: {
      [marks.told]: newest ? createdAt(newest) : toldUntil,
      [marks.pages]: writePages(said),
    },
    isLate: readings.includes(null),
  }
}

interface Compared {
  readonly shown: Json & {
    readonly newCount: number
    readonly changedCount: number
    readonly runCount: number
  }
  readonly remembered: Readonly<Record<string, string>>
  readonly isLate: boolean
}

const idOf = (one: Json): string => String(one.id)
const createdAt = (one: Json): string => text(one.createdAt) ?? ''
