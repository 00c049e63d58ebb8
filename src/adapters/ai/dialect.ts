/**
 * How an endpoint is spoken to. All of them follow one interface, and none of them all of it: what one refuses is
 * learned from its refusal.
 */
export interface Dialect {
  /** How it is told which object is wanted; the last is by words alone. */
  readonly format: 'json_schema' | 'json_object' | 'words'
  readonly temperature: boolean
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens' | 'none'
  /** Whether a stream may be asked to end with its token counts. */
  readonly streamUsage: boolean
}

export const firstDialect: Dialect = {
  format: 'json_schema',
  temperature: true,
  tokenLimit: 'max_tokens',
  streamUsage: true,
}

const formats = ['json_schema', 'json_object', 'words'] as const

/** The next simpler way to ask for an object; null after the last. */
export function simpler(dialect: Dialect): Dialect | null {
  const format = formats[formats.indexOf(dialect.format) + 1]
  return format ? { ...dialect, format } : null
}

/**
 * What to try after a refusal: without the parameter that it names, else with a simpler format. Null when there is
 * nothing left to leave out.
 */
export function without(dialect: Dialect, refusal: string): Dialect | null {
  if (/max_tokens/i.test(refusal) && dialect.tokenLimit === 'max_tokens')
    return {
      ...dialect,
      tokenLimit: /max_completion_tokens/i.test(refusal) ? 'max_completion_tokens' : 'none',
    }
  if (/temperature/i.test(refusal) && dialect.temperature) return { ...dialect, temperature: false }
  if (/stream_options|include_usage/i.test(refusal) && dialect.streamUsage)
    return { ...dialect, streamUsage: false }
  return simpler(dialect)
}
