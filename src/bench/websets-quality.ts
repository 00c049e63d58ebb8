import { stands } from '../reader/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evaluation, Position, Run, SearchSpec, Verified, WebsetEngine } from '../websets/engine.ts'
import type { Figure } from './bench.ts'
import { isHeldOut } from './reader-truth.ts'
import { scoreWebset, type WebsetCase, type WebsetScore } from './websets-truth.ts'

interface Needs {
  readonly engine: WebsetEngine
  readonly documents: Pick<Documents, 'load'>
  readonly signal: AbortSignal
  /** Told what went wrong, but nothing of the held-out searches. */
  readonly onMiss: (text: string) => void
}

interface Sums {
  expected: number
  found: number
  wrong: number
  repeated: number
  quotes: number
  standing: number
}

const teamId = 'team_bench'

/** Every prepared search, drawn to its end: what became items, against the list of what should have. */
export async function websetQuality(cases: readonly WebsetCase[], needs: Needs): Promise<Figure[]> {
  const parts = new Map<string, Sums>()
  for (const given of cases) {
    const part = isHeldOut(given.id) ? 'held out' : 'tuned on'
    const { verified, missing } = await runSearch(given, needs)
    const score = scoreWebset(
      given,
      verified.map(({ presented }) => ({ url: presented.url, name: nameOf(presented.properties) })),
    )
    if (part === 'tuned on') explain(given, score, verified, missing, needs.onMiss)
    add(parts, part, score, await countQuotes(verified, needs.documents))
  }
  return [...parts].flatMap(([part, sums]) => figuresOf(part, sums))
}

async function runSearch(given: WebsetCase, { engine, signal }: Needs) {
  const search: SearchSpec = {
    teamId,
    query: given.query,
    entity: given.entity,
    criteria: given.criteria.map(({ description }) => description),
  }
  const run: Run = { signal, now: new Date(given.clock), mayFetch: false }
  const known = new Set<string>()
  const verified: Verified[] = []
  const missing: Verified[] = []
  for (let position: Position | null = {}; position;) {
    const wave = await engine.draw(search, position, run)
    for (const candidate of wave.candidates) {
      if (known.has(candidate.entityKey)) continue
      known.add(candidate.entityKey)
      const one = await engine.verify(search, candidate, run)
      if (!one) continue
      if (one.evaluations.every(({ satisfied }) => satisfied === 'yes')) verified.push(one)
      else missing.push(one)
    }
    position = wave.next
  }
  return { verified, missing }
}

function nameOf(properties: Verified['presented']['properties']): string | null {
  const person = properties['person'] as { name?: string } | undefined // as the engine presents it
  return person?.name ?? null
}

/** Of the quotes of items, how many stand in the stored pages. */
async function countQuotes(items: readonly Verified[], documents: Needs['documents']) {
  const citations = items.flatMap(({ evaluations }) => evaluations.flatMap((one) => one.citations))
  const stored = await documents.load(teamId, [...new Set(citations.map(({ span }) => span.documentId))])
  const standing = citations.filter(({ span }) => {
    const document = stored.get(span.documentId)
    return document !== undefined && stands(span, document)
  })
  return { quotes: citations.length, standing: standing.length }
}

function explain(
  { id, entity, truth }: WebsetCase,
  { wrong, missed, repeated }: WebsetScore,
  verified: readonly Verified[],
  missing: readonly Verified[],
  onMiss: Needs['onMiss'],
): void {
  if (repeated > 0) onMiss(`${id}: ${repeated} twice`)
  const told = ({ criterion, satisfied, reasoning, citations }: Evaluation) =>
    `\n    ${criterion}: ${satisfied}. ${reasoning} ${citations[0] ? `“${citations[0].span.quote}” (${citations[0].url})` : ''}`
  for (const item of wrong) {
    const one = verified.find(({ presented }) => presented.url === item.url)
    onMiss(`${id}: ${item.name ?? item.url} is wrong${one?.evaluations.map(told).join('') ?? ''}`)
  }
  for (const name of missed) {
    const listed = truth.find((one) => one.name === name)
    const one = missing.find(({ presented: { url, properties } }) =>
      entity.type === 'person' ? nameOf(properties) === name : listed?.urls.includes(url),
    )
    const unmet = one?.evaluations.filter(({ satisfied }) => satisfied !== 'yes') ?? []
    onMiss(`${id}: ${name} is missing${one ? unmet.map(told).join('') : ', it was never a candidate'}`)
  }
}

function add(
  parts: Map<string, Sums>,
  part: string,
  score: WebsetScore,
  { quotes, standing }: { quotes: number; standing: number },
): void {
  const sums = parts.get(part) ?? { expected: 0, found: 0, wrong: 0, repeated: 0, quotes: 0, standing: 0 }
  parts.set(part, {
    expected: sums.expected + score.expected,
    found: sums.found + score.found,
    wrong: sums.wrong + score.wrong.length,
    repeated: sums.repeated + score.repeated,
    quotes: sums.quotes + quotes,
    standing: sums.standing + standing,
  })
}

const figuresOf = (part: string, { expected, found, wrong, repeated, quotes, standing }: Sums): Figure[] => [
  {
    name: `${part}: found of ${expected} true items`,
    value: (100 * found) / expected,
    unit: '%',
    target: { atLeast: 80 },
  },
  { name: `${part}: false items`, value: wrong, unit: '', target: { atMost: 0 } },
  { name: `${part}: items twice`, value: repeated, unit: '', target: { atMost: 0 } },
  {
    name: `${part}: quotes that stand, of ${quotes}`,
    value: quotes === 0 ? 100 : (100 * standing) / quotes,
    unit: '%',
    target: { atLeast: 100 },
  },
]
