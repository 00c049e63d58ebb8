import { check, failed, ok, skipped, type Check } from './check.ts'

interface Endpoint {
  readonly baseUrl?: string | undefined
  readonly model?: string | undefined
  readonly apiKey?: string | undefined
}

/** Asks an OpenAI-compatible endpoint for its models: the one request that costs nothing. */
export const modelEndpoint = (name: string, variable: string, absent: string, endpoint: Endpoint): Check =>
  check(name, async (signal) => {
    const { baseUrl, model, apiKey } = endpoint
    if (!baseUrl) return skipped(absent)
    if (!model) return failed(`${variable}_BASE_URL is set, but no model is named.`, `Set ${variable}_MODEL.`)
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
    }).catch((error: Error) => error)
    if (response instanceof Error) {
      const { cause } = response as { cause?: { message?: string } }
      return failed(
        `${baseUrl} does not answer: ${cause?.message ?? response.message}`,
        `Start it, or correct ${variable}_BASE_URL.`,
      )
    }
    if (response.status === 401 || response.status === 403) {
      return failed(`${baseUrl} refuses the key (${response.status}).`, `Correct ${variable}_API_KEY.`)
    }
    // Some servers have no list of models; that they answer is all that can be known for free.
    if (!response.ok) return ok(`${baseUrl} answers, without a list of models (${response.status})`)
    const { data } = (await response.json().catch(() => ({}))) as { data?: { id?: string }[] }
    if (Array.isArray(data) && !data.some(({ id }) => id === model)) {
      return failed(
        `${baseUrl} has no model "${model}".`,
        `Set ${variable}_MODEL to one of: ${data
          .map(({ id }) => id)
          .slice(0, 10)
          .join(', ')}.`,
      )
    }
    return ok(`${model} at ${baseUrl}`)
  })
