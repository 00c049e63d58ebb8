import { z } from 'zod'
import { nameOf, record, records, shapes, text, type Json } from '../../agent-side/index.ts'
import {
  cellsOf,
  judgeCell,
  openWitness,
  sourcesOf,
  type Cell,
  type JudgedCell,
  type Witness,
} from '../cells.ts'
import { WorkflowError, type Course } from '../course.ts'
import { costSum, forEachInTime, readPage, type Reading } from '../page-work.ts'
import { collect, shownItem } from '../webset-work.ts'
import { Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  websetId: shapes.Id,
  enrichmentIds: z
    .array(shapes.Id)
    .min(1)
    .max(50)
    .optional()
    .describe('Which columns; all of them when left out.'),
  count: z.int().min(1).max(200).default(25).describe('How many items to check.'),
  sourcesPerItem: z
    .int()
    .min(1)
    .max(5)
    .default(3)
    .describe('How many pages to read for each: those that it was quoted from, and its own.'),
  timeout: Timeout,
})

const total = 4

interface Checked {
  readonly cells: readonly (Omit<Cell, 'snippets'> & JudgedCell)[]
  readonly sources: readonly Json[]
  readonly cost: number
  /** Where the server failed for every page. */
  readonly error: string | null
}

export const verifyEnrichments = workflow({
  type: 'verify.enrichments',
  summary: 'Check the enrichment results of a webset against its sources, cell by cell, with quotes.',
  additive: true,
  args: Args,
  example: { websetId: 'webset_…', count: 10 },
  lists: ['items'],
  async run(course, { websetId, enrichmentIds, count, sourcesPerItem, timeout }) {
    await course.keep({ websetId })
    const collected = await course.step('collecting', async () => {
      await course.report({ step: 'collecting', completed: 1, total })
      const all = await collect(course, websetId, { most: count, filter: 'none' })
      const unknown = (enrichmentIds ?? []).filter((id) => !all.definitions.some((one) => one.id === id))
      if (unknown.length > 0)
        throw new WorkflowError('collecting', `The webset has no enrichment ${unknown.join(', ')}.`, {
          recoverable: false,
        })
      return all
    })
    const definitions = collected.definitions.filter(({ id }) => enrichmentIds?.includes(String(id)) ?? true)
    const { items } = collected
    const { checked, timedOut } = await course.step('checking', async (step) => {
      const progress = { step: 'checking', completed: 2, total }
      await course.report({ ...progress, message: `0/${items.length}` })
      const all = await forEachInTime(course, items, {
        since: step.since,
        timeoutMs: timeout,
        key: ({ id }) => `checked ${String(id)}`,
        work: (item) => check(course, item, definitions, sourcesPerItem),
        onDone: (done) => course.report({ ...progress, message: `${done}/${items.length}` }),
      })
      const failed = all.find((one) => one !== null && one.error !== null)
      if (failed && all.every((one) => one === null || one.error !== null || one.cells.length === 0))
        throw new WorkflowError('checking', `No source could be read: ${failed.error}`, { recoverable: true })
      if (all.includes(null)) step.ends('timed_out')
      return { checked: all, timedOut: all.includes(null) }
    })
    const result = await course.step('counting', async () => {
      await course.report({ step: 'counting', completed: 3, total })
      const cells = checked.flatMap((one) => one?.cells ?? [])
      const those = (verdict: string) => cells.filter((cell) => cell.verdict === verdict).length
      return {
        websetId,
        items: items.map((item, at) => ({
          ...shownItem(course, item, collected),
          outcome: checked[at] === null ? 'not_checked' : checked[at]?.error ? 'failed' : 'checked',
          ...(checked[at]?.error && { error: checked[at].error }),
          cells: checked[at]?.cells ?? [],
          sources: checked[at]?.sources ?? [],
        })),
        itemCount: items.length,
        cellCount: cells.length,
        confirmedCount: those('confirmed'),
        contradictedCount: those('contradicted'),
        notFoundCount: those('not_found'),
        emptyCount:
          items.length * definitions.length -
          items.reduce((sum, item) => sum + cellsOf(item, definitions).length, 0),
        cost: costSum(checked.map((one) => one?.cost ?? 0)),
        ...(timedOut && { timedOut }),
      }
    })
    await course.keep({ websetId, items: result.items })
    await course.report({ step: 'done', completed: total, total })
    const { cellCount, confirmedCount, contradictedCount, notFoundCount } = result
    return course.finish(
      result,
      `Of ${cellCount} cells ${confirmedCount} are confirmed, ${contradictedCount} contradicted, ${notFoundCount} not found in their sources${
        timedOut ? '; time ran out before all items were checked' : ''
      }.`,
    )
  },
})

/** Reads the sources of one item, each asked again for what the cells say, and judges the cells by them. */
async function check(
  course: Course,
  item: Json,
  definitions: readonly Json[],
  sourcesPerItem: number,
): Promise<Checked> {
  const cells = cellsOf(item, definitions)
  const properties = record(item.properties)
  const name = nameOf(properties)
  const urls = cells.length === 0 ? [] : sourcesOf(item, cells, sourcesPerItem)
  const asked = questionsOf(name, cells, definitions)
  const readings: Reading[] = []
  for (const url of urls) readings.push(await readPage(course, url, { text: true, summary: asked.summary }))
  const witnesses = urls.flatMap((url, at): Witness[] => {
    const reading = readings[at]
    if (reading?.outcome !== 'read') return []
    const page = { url, title: reading.title, text: reading.text }
    return [openWitness(page, { ownUrl: text(properties.url), again: asked.answersIn(reading.summary) })]
  })
  const failed = readings.filter((one) => one.outcome === 'failed')
  const refused = failed.find((one) => one.byServer)
  const error = refused && witnesses.length === 0 ? refused.reason : null
  return {
    cells: (error === null ? cells : []).map((cell) => {
      const { snippets: _, ...shown } = cell
      return { ...shown, ...judgeCell(cell, name, witnesses) }
    }),
    sources: urls.map((url, at) => {
      const reading = readings[at]
      return reading?.outcome === 'failed'
        ? { url, outcome: 'failed', reason: reading.reason }
        : { url, outcome: 'read' }
    }),
    cost: costSum(readings.map((one) => one.cost)).total,
    error,
  }
}

/** How a page is asked for all cells at once: by a schema with a field for each, whose name says what is meant. */
function questionsOf(name: string, cells: readonly Cell[], definitions: readonly Json[]) {
  const fields = new Map<string, Cell>()
  for (const cell of cells) {
    const field = fieldName(cell.description)
    fields.set(fields.has(field) ? `${field}${fields.size + 1}` : field, cell)
  }
  const properties = Object.fromEntries(
    [...fields].map(([field, { enrichmentId, description, format }]) => {
      const options = records(definitions.find(({ id }) => id === enrichmentId)?.options).flatMap(
        ({ label }) => text(label) ?? [],
      )
      return [
        field,
        {
          type: format === 'number' ? 'number' : 'string',
          description: `${description} (${name})`,
          ...(format === 'options' && options.length > 0 && { enum: options }),
        },
      ]
    }),
  )
  return {
    summary: { query: name, schema: { type: 'object', properties } },
    /** What a page says for each cell, as far as it says anything. */
    answersIn(summary: string | null): ReadonlyMap<string, string> {
      const said = record(parsed(summary))
      return new Map(
        [...fields].flatMap(([field, { enrichmentId }]): [string, string][] => {
          const value = said[field]
          const isSaid = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
          return isSaid ? [[enrichmentId, String(value)]] : []
        }),
      )
    },
  }
}

/** "Number of employees" is asked for as `numberOfEmployees`. */
function fieldName(description: string): string {
  const words = (description.match(/[A-Za-z0-9]+/g) ?? []).slice(0, 6).map((word) => word.toLowerCase())
  const [first = 'value', ...rest] = words
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function parsed(written: string | null): unknown {
  try {
    return written === null ? null : JSON.parse(written)
  } catch {
    return null
  }
}
