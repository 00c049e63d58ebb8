import { createGteSmall } from '../adapters/small-bert/gte-small.ts'
import type { Document } from '../documents/index.ts'
import { evaluate, type Examinee, type LabelledCase, type Outcome } from '../evaluation/index.ts'
import { stands, type Reader, type Reading, type Span, type Statement } from '../reader/index.ts'
import { defineBench, type Figure } from './bench.ts'
import { cacheFolder } from './evaluation.ts'
import { isHeldOut, readCases, readSampleDocuments } from './reader-truth.ts'
import { openReaders } from './readers-under-test.ts'
import { readerFigures } from './reader-figures.ts'
import { criterionSpeed } from './reader-speed.ts'

/** On the sample's truth table: what rules were made from, and apart from it what they were not. */
export const bench = defineBench({
  about: 'verdicts, values and answers of each reader on the truth of the sample web',
  options: {
    criteria: { about: 'criteria alone', default: false },
    fields: { about: 'fields alone', default: false },
    questions: { about: 'questions alone', default: false },
    misses: { about: 'list what went wrong, but nothing of the held-out third', default: false },
  },
  async run({ options, progress, signal }) {
    const all = !options.criteria && !options.fields && !options.questions
    const kinds = (['criteria', 'fields', 'questions'] as const).filter((kind) => all || options[kind])
    const cases = (await Promise.all(kinds.map(readCases))).flat()
    const documents = await readSampleDocuments()
    progress(`${documents.size} pages, ${cases.length} cases`)
    const embedder = createGteSmall({ cacheDir: cacheFolder })
    const figures: Figure[] = []
    const opened = await openReaders(embedder)
    try {
      for (const reader of opened.readers) {
        let tokens = 0
        // First of all: later the model remembers what it was asked.
        const speed =
          reader.name === 'extractive' && (all || options.criteria)
            ? await criterionSpeed(reader, documents, cases, signal)
            : null
        const examinee = examine(reader, documents, {
          signal,
          onUse: (use) => (tokens += use.inputTokens + use.outputTokens),
        })
        for (const part of ['tuned on', 'held out'] as const) {
          const report = await evaluate(
            cases.filter(({ id }) => isHeldOut(id) === (part === 'held out')),
            examinee,
            (outcome) => {
              if (options.misses && part === 'tuned on' && !outcome.right) progress(describe(outcome))
            },
          )
          figures.push(...readerFigures(`${reader.name}, ${part}`, report))
        }
        if (tokens > 0)
          figures.push({ name: `${reader.name}: tokens of a case`, value: tokens / cases.length, unit: '' })
        if (speed) figures.push(speed)
      }
    } finally {
      await opened.close()
      await embedder.close()
    }
    return figures
  },
})

/** Gives a reader the pages of each case. It is not checked for it here: what does not stand must show. */
function examine(
  reader: Reader,
  documents: ReadonlyMap<string, Document>,
  reading: Omit<Reading, 'now'>,
): Examinee {
  const readingOf = ({ clock }: LabelledCase): Reading => ({ ...reading, now: new Date(clock ?? Date.now()) })
  const sourcesOf = ({ urls = [] }: LabelledCase) => urls.flatMap((url) => documents.get(url) ?? [])
  return {
    async judge(given) {
      const sources = sourcesOf(given)
      const verdict = await reader.judge(
        { criterion: given.criterion, subject: given.entity ?? {}, sources },
        readingOf(given),
      )
      return { ...verdict, ...quoted(verdict.spans, sources) }
    },
    async extract(given) {
      const sources = sourcesOf(given)
      const extraction = await reader.extract(
        {
          description: given.description,
          format: given.format,
          options: given.options?.map(({ label }) => label),
          subject: given.entity ?? {},
          sources,
        },
        readingOf(given),
      )
      return { ...extraction, ...quoted(extraction.spans, sources) }
    },
    async answer(given) {
      // Other pages lie between, as they do after a search.
      const sources = [...sourcesOf(given), ...[...documents.values()].filter((_, at) => at % 40 === 7)]
      const statements: Statement[] = []
      const task = { question: given.question, sources }
      for await (const statement of reader.answer(task, readingOf(given))) statements.push(statement)
      const text = statements.map((statement) => statement.text).join(' ')
      return {
        text,
        ...quoted(
          statements.flatMap(({ spans }) => spans),
          sources,
        ),
      }
    },
  }
}

const quoted = (spans: readonly Span[], sources: readonly Document[]) => ({
  quotes: spans.length,
  standing: spans.filter((span) => sources.some((source) => stands(span, source))).length,
})

function describe({ id, given, got }: Outcome): string {
  const wanted = 'truth' in given ? given.truth : given.contains
  const asked =
    'criterion' in given ? given.criterion : 'question' in given ? given.question : given.description
  return `${id}: ${asked}\n  wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`
}
