import type { Embedder } from '../../ports/embedder.ts'
import type { Extraction, ExtractTask, Reading } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { choose, worthOf, type Choice } from './facts/choose.ts'
import { factsFor, optionFacts, parseAsk, readSource, type Ask, type Fact } from './facts/index.ts'

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
      ask.format === 'options'
        ? optionFacts(ask, sources, task.subject)
        : sources.flatMap((source) => factsFor(ask, source, task.subject, sources))
    const choice = choose(ask, facts, 0.6)
    if (!choice) return nothing(ask)
    return ask.format === 'text' && ask.isPlural ? several(ask, facts) : found(ask, choice)
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

/** Every value of a list that is said as well as the best one, in the order of the text. */
function several(ask: Ask, facts: readonly Fact[]): Extraction {
  const best = Math.max(...facts.map((fact) => worthOf(ask, fact)))
  const good = facts.filter((fact) => worthOf(ask, fact) >= Math.max(0.6, best - 0.08))
  const values = [...new Map(good.map((fact) => [fact.value.toLowerCase(), fact.value])).values()]
  return { format: ask.format, values, confidence: best, reasoning: '', spans: good.slice(0, 5).map(quoteOf) }
}

const quoteOf = ({ source, piece }: Fact) => spanOf(source.document, piece.whole)
