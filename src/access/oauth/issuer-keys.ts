import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'

interface Needs {
  readonly issuer: string
  /** Where its keys are; found by its metadata if nobody says. */
  readonly jwksUrl?: string | undefined
  readonly fetch: typeof fetch
  /** A key that nobody knows is a reason to look again, but not more often than this. */
  readonly coolDownMs?: number
}

const timeoutMs = 5000
/** Whoever did not answer is left alone for so long: tokens cost nothing to invent. */
const patienceMs = 2000
const keptMs = 600_000

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * The public keys of an issuer, by which its tokens are known. They are fetched when the first token comes, kept for ten
 * minutes, and fetched again when a token names a key that is not among them. Rejects with `unavailable` when they
 * cannot be had: no token is believed on the strength of keys that nobody has seen.
 */
export function createIssuerKeys({ issuer, jwksUrl, fetch, coolDownMs = 30_000 }: Needs): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  return async (header, token) => {
    keys ??= open()
    const known = await keys.catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return known(header, token)
  }

  async function open(): Promise<JWTVerifyGetKey> {
    const url = new URL(jwksUrl ?? (await discover()))
    return createRemoteJWKSet(url, {
      timeoutDuration: timeoutMs,
      cooldownDuration: coolDownMs,
      cacheMaxAge: keptMs,
      [customFetch]: (address, options) => ask(address, options),
    })
  }

  /** By RFC 8414, else as OpenID Connect has it. An issuer speaks for itself alone, so its name has to be the one asked. */
  async function discover(): Promise<string> {
    for (const address of metadataAddresses(issuer)) {
      const response = await ask(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      const said = Metadata.safeParse(response.ok ? await response.json().catch(() => null) : null)
      if (said.success && said.data.issuer === issuer && isSafe(said.data.jwks_uri)) return said.data.jwks_uri
    }
    throw failed(new Error('there is no metadata of this issuer at its well-known addresses'))
  }

  /** Keys may come unencrypted only where the issuer itself does, which is on this machine. */
  function isSafe(address: string): boolean {
    return ['https:', new URL(issuer).protocol].includes(new URL(address).protocol)
  }

  async function ask(address: string, options: RequestInit): Promise<Response> {
    if (performance.now() - failedAt < patienceMs) throw unavailable(new Error('it did not answer just now'))
    try {
      const response = await fetch(address, options)
      if (response.status >= 500) throw new Error(`${new URL(address).host} answered ${response.status}`)
      return response
    } catch (cause) {
      throw failed(cause)
    }
  }

  function failed(cause: unknown): AppError {
    failedAt = performance.now()
    return unavailable(cause)
  }

  function unavailable(cause: unknown): AppError {
    return new AppError(
      'unavailable',
      `The keys of ${issuer} cannot be had now, so no token can be checked.`,
      {
        cause,
        retryAfterSeconds: Math.ceil(patienceMs / 1000),
      },
    )
  }
}

/** The path of an issuer goes behind the well-known part by RFC 8414, and before it by OpenID Connect. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}
