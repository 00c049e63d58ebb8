import type { Document } from '../../documents/index.ts'
import type { OpenReader } from '../../reader/index.ts'
import type { EnrichmentOutcome, EnrichmentSpec, Evaluation, Presented, Run } from '../engine.ts'
import type { Dossier } from './dossier.ts'
import { subjectOf } from './enrich.ts'
import { aboutOf, cite, narrowed } from './verify.ts'

type Item = Pick<Presented, 'url' | 'properties' | 'entityKey'>

export type SecondReading = ReturnType<typeof createSecondReading>

/**
 * Asks a reader about an item once more, in pages that were kept. The first of them is the one that presents it; none
 * is looked for, so what comes out differs from what was read before by the reader alone.
 */
export function createSecondReading(reader: Pick<OpenReader, 'name' | 'judge' | 'extract'>) {
  return {
    async judge(
      item: Item,
      criterion: string,
      pages: readonly [Document, ...Document[]],
      run: Run,
    ): Promise<Evaluation> {
      const { satisfied, confidence, reasoning, spans, ...by } = await reader.judge(
        { criterion, ...taskOf(item, pages) },
        run,
      )
      return { criterion, satisfied, confidence, reasoning, citations: cite(spans, pages), reader: by.reader }
    },

    async extract(
      item: Item,
      enrichment: EnrichmentSpec,
      pages: readonly [Document, ...Document[]],
      run: Run,
    ): Promise<EnrichmentOutcome> {
      const found = await reader.extract({ ...enrichment, ...taskOf(item, pages) }, run)
      return {
        format: found.format,
        result: found.values,
        confidence: found.confidence,
        reasoning: found.reasoning,
        citations: cite(found.spans, pages),
        reader: found.reader,
      }
    },
  }
}

function taskOf(item: Item, pages: readonly [Document, ...Document[]]) {
  const subject = subjectOf(item)
  const dossier: Dossier = { page: pages[0], own: pages, others: [], later: [] }
  return { subject: aboutOf(subject, pages[0]), sources: narrowed(subject, dossier, pages) }
}
