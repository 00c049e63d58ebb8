import type { Caller } from '../access/index.ts'
import type { Extracted, ExtractRequest, Judgement, JudgeRequest } from '../contract/readings.ts'
import type { Clock } from '../ports/clock.ts'
import type { Extraction, OpenReader, ReadBy, Verdict } from '../reader/index.ts'
import { quotesOf, readingOf, referencesOf, type Readings, type Run } from '../readings/index.ts'
import { mostPages, type Evidence, type Gathered, type Question } from './evidence.ts'

interface Needs {
  readonly evidence: Evidence
  readonly reader: OpenReader
  readonly readings: Readings
  readonly clock: Clock
}

export type Examiner = ReturnType<typeof createExaminer>

/** Decides criteria and finds values in the pages of somebody or something. What it says is kept under the id. */
export function createExaminer({ evidence, reader, readings, clock }: Needs) {
  return {
    async judge(
      caller: Caller,
      id: string,
      { criterion, entity, urls, asOf }: JudgeRequest,
      run: Run,
    ): Promise<Omit<Judgement, 'costDollars'>> {
      const subject = entity ?? {}
      const gathered = await gather(caller, { question: criterion, subject, urls }, run)
      const sources = gathered.documents
      const reading = { ...readingOf(clock, run), ...(asOf && { now: asOf }) }
      const verdict: Verdict & ReadBy =
        sources.length === 0
          ? { satisfied: 'unclear', confidence: 0, ...nothingRead() }
          : await reader.judge({ criterion, subject, sources }, reading)
      const { satisfied, confidence } = verdict
      const shown = await keep(caller, id, 'verdict', criterion, { satisfied, confidence }, verdict, gathered)
      return { satisfied, confidence, ...shown }
    },

    async extract(
      caller: Caller,
      id: string,
      { description, format, options, entity, urls, asOf }: ExtractRequest,
      run: Run,
    ): Promise<Omit<Extracted, 'costDollars'>> {
      const subject = entity ?? {}
      const gathered = await gather(caller, { question: description, subject, urls }, run)
      const sources = gathered.documents
      const reading = { ...readingOf(clock, run), ...(asOf && { now: asOf }) }
      const task = { description, format, options, subject, sources }
      const extraction: Extraction & ReadBy =
        sources.length === 0
          ? { format: format ?? 'text', values: null, confidence: 0, ...nothingRead() }
          : await reader.extract(task, reading)
      const { values, confidence } = extraction
      const result = values === null ? null : [...values]
      const shown = await keep(caller, id, 'extraction', description, { result }, extraction, gathered)
      return { result, format: extraction.format, confidence, ...shown }
    },
  }

  async function gather(caller: Caller, question: Question, { meter, signal }: Run): Promise<Gathered> {
    await meter.reserve('contentsPage', question.urls?.length ?? mostPages)
    const gathered = await evidence.gather(caller, question, signal)
    meter.charge('contents.text', 'contentsPage', gathered.documents.length)
    meter.count({ pages: gathered.documents.length })
    return gathered
  }

  function nothingRead() {
    const reasoning = 'There is no page to read: none could be had, or none was found.'
    return { reasoning, spans: [], reader: reader.name, notes: [] }
  }

  async function keep(
    caller: Caller,
    id: string,
    kind: 'verdict' | 'extraction',
    question: string,
    result: object,
    { reasoning, spans, reader: name, notes }: Pick<Verdict, 'reasoning' | 'spans'> & ReadBy,
    { documents, statuses }: Gathered,
  ) {
    const quotes = quotesOf(spans, documents)
    const claims = quotes.length > 0 ? [{ text: reasoning, quotes }] : []
    await readings.save(caller.teamId, { id, kind, question, result, reader: name, notes, claims })
    return {
      id,
      reasoning,
      references: referencesOf(quotes),
      reader: name,
      notes: [...notes],
      statuses: [...statuses],
      pagesRead: documents.length,
    }
  }
}
