import type { Config } from './config.ts'
import type { Clock } from './ports/clock.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { Log } from './ports/log.ts'
import type { Metrics } from './ports/metrics.ts'

interface Needs {
  readonly config: Pick<Config, 'llm'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** The way to it. */
  readonly fetch: typeof fetch
}

/**
 * The configured language model, on a cassette if one is named; undefined when none is configured. Its library is
 * loaded only where there is one.
 */
export async function openLanguageModel(needs: Needs): Promise<LanguageModel | undefined> {
  const { cassette: path, cassetteMode: mode } = needs.config.llm
  if (path === undefined) return openEndpoint(needs)
  const { openCassette } = await import('./adapters/cassette/cassette-model.ts')
  return openCassette({ path, mode, model: mode === 'replay' ? undefined : await openEndpoint(needs) })
}

async function openEndpoint({ config, clock, log, metrics, fetch: ask }: Needs) {
  const { baseUrl, model, ...settings } = config.llm
  if (!baseUrl || !model) {
    if (baseUrl || model)
      log.warn({}, 'WINNOW_LLM_BASE_URL and WINNOW_LLM_MODEL are needed both; pages are read extractively')
    return undefined
  }
  const count = metrics.counter('language_model_tokens_total', 'Tokens that the language model used.', [
    'direction',
  ])
  const { createAiModel } = await import('./adapters/ai/ai-model.ts')
  return createAiModel({
    ...settings,
    baseUrl,
    model,
    clock,
    fetch: ask,
    onUse({ inputTokens, outputTokens }) {
      count({ direction: 'input' }, inputTokens)
      count({ direction: 'output' }, outputTokens)
    },
  })
}
