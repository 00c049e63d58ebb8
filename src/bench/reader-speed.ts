import type { Document } from '../documents/index.ts'
import type { LabelledCase } from '../evaluation/index.ts'
import type { Reader } from '../reader/index.ts'
import { median, type Figure } from './bench.ts'

const words = 2_000
const measured = 100
/** Patterns are compiled and models opened by the first who need them, and not by each criterion. */
const readBefore = 50

/** CPU time of a criterion against a page of two thousand words that nobody has read before, in a process that has read others. */
export async function criterionSpeed(
  reader: Reader,
  documents: ReadonlyMap<string, Document>,
  cases: readonly LabelledCase[],
  signal: AbortSignal,
): Promise<Figure> {
  const times: number[] = []
  const criteria = cases.filter((one) => 'criterion' in one)
  for (const given of [...criteria.slice(-readBefore), ...criteria.slice(0, measured)]) {
    const [first] = (given.urls ?? []).flatMap((url) => documents.get(url) ?? [])
    if (!first) continue
    const source: Document = { ...first, text: longText(first, documents) }
    const startedAt = process.cpuUsage()
    await reader.judge(
      { criterion: given.criterion, subject: given.entity ?? {}, sources: [source] },
      { now: new Date(given.clock ?? Date.now()), signal },
    )
    const { user, system } = process.cpuUsage(startedAt)
    times.push((user + system) / 1_000)
  }
  return {
    name: `CPU of a criterion on a page of ${words} words, median`,
    value: median(times.slice(-measured)),
    unit: 'ms',
    target: { atMost: 50 },
  }
}

/** The page with others behind it, as long as it has to be. */
function longText(first: Document, documents: ReadonlyMap<string, Document>): string {
  let text = first.text
  for (const { text: more } of documents.values()) {
    if (text.split(/\s+/).length >= words) break
    text += `\n\n${more}`
  }
  return text
    .split(/(?<=\s)/)
    .slice(0, words)
    .join('')
}
