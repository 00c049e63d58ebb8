import type { Embedder } from '../../ports/embedder.ts'
import type { Extraction, ExtractTask, Reading } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { choose, type Choice } from './facts/choose.ts'
import { numberFacts, parseAsk, readSource, type Ask, type Fact } from './facts/index.ts'

interface Needs {
  readonly embedder: Embedder
}

/** Finds the value of a field in sources, or says that they do not give it. */
export function createExtract(_needs: Needs) {
  return async function extract(task: ExtractTask, { signal }: Reading): Promise<Extraction> {
    signal.throwIfAborted()
    const ask = parseAsk(task.description, task.subject, task.format, task.options)
    const sources = task.sources.map(readSource)
    const facts =
      ask.format === 'number' ? sources.flatMap((source) => numberFacts(ask, source, task.subject)) : []
    const choice = choose(ask, facts, 0.6)
    return choice ? found(ask, choice) : nothing(ask)
  }
}

const nothing = (ask: Ask): Extraction => ({
  format: ask.format,
  values: null,
  confidence: 0.5,
  reasoning: 'The sources do not say.',
  spans: [],
})

function found(ask: Ask, { candidate }: Choice): Extraction {
  return {
    format: ask.format,
    values: [candidate.value],
    confidence: candidate.score,
    reasoning: '',
    spans: candidate.facts.slice(0, 3).map(quoteOf),
  }
}

const quoteOf = ({ source, piece }: Fact) => spanOf(source.document, piece.whole)
