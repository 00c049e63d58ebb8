import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { Grant } from '../../contract/access.ts'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { createIssuerKeys } from './issuer-keys.ts'

export interface AccessTokenSettings {
  /** Exactly as they stand in `iss`. */
  readonly issuers: readonly string[]
  /** What tokens must be made out to, any one of these. */
  readonly audiences: readonly string[]
  /** Of the one issuer; found by its metadata if nobody says. */
  readonly jwksUrl?: string | undefined
  /** The claim that says whose team it is. */
  readonly teamClaim: string
}

interface Needs extends AccessTokenSettings {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly coolDownMs?: number
}

/** What a token says, once it is believed. */
export interface TokenHolder {
  readonly issuer: string
  readonly subject: string
  /** The value of the team's claim. */
  readonly team: string
  readonly grants: ReadonlySet<Grant>
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** Only signatures by a private key: with a shared secret whoever can check a token could also make one. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const skewSeconds = 30

/** Access tokens in the form of JWTs, from issuers that the operator named (RFC 9068, RFC 8707). */
export function createAccessTokens(needs: Needs) {
  const { issuers, audiences, teamClaim, clock } = needs
  const keysOf = new Map(issuers.map((issuer) => [issuer, createIssuerKeys({ ...needs, issuer })] as const))

  return {
    issuers,
    /** Whether it looks like one, so that it is no key of ours. */
    isOne(presented: string): boolean {
      try {
        return typeof decodeProtectedHeader(presented).alg === 'string'
      } catch {
        return false
      }
    },

    /**
     * Rejects with `unauthenticated` for a token that is not good here, and with `unavailable` when that cannot be found
     * out.
     */
    async verify(token: string): Promise<TokenHolder> {
      try {
        // Nobody but the named issuers is ever asked for keys.
        const { iss: issuer = '' } = decodeJwt(token)
        const keys = keysOf.get(issuer)
        if (!keys) throw refused('"iss" is no issuer that this server knows')
        const { payload } = await jwtVerify(token, keys, {
          algorithms,
          issuer,
          audience: [...audiences],
          requiredClaims: ['exp', 'sub'],
          clockTolerance: skewSeconds,
          currentDate: clock.now(),
        })
        return { issuer, ...readClaims(payload, teamClaim) }
      } catch (error) {
        if (error instanceof AppError) throw error
        if (isUnavailable(error)) throw unavailable(error)
        throw refused(reasonOf(error), error)
      }
    },
  }
}

function readClaims(payload: JWTPayload, teamClaim: string): Omit<TokenHolder, 'issuer'> {
  const { sub: subject, [teamClaim]: team } = payload
  if (typeof subject !== 'string' || subject === '') throw refused('"sub" is missing')
  if (typeof team !== 'string' || team === '')
    throw refused(`"${teamClaim}", which says whose team it is, is missing`)
  return { subject, team, grants: grantsOf(payload) }
}

/** `scope` is the standard's name, `scp` that of some issuers; scopes of other servers mean nothing here. */
function grantsOf({ scope, scp }: JWTPayload): ReadonlySet<Grant> {
  const said = [scope, scp].flat().flatMap((one) => (typeof one === 'string' ? one.split(' ') : []))
  return new Set(Grant.options.filter((grant) => said.includes(grant)))
}

/** The issuer's keys could not be fetched, or are none: its fault, not that of the token. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')

const unavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The keys of the issuer cannot be had now, so no token can be checked.', {
    cause,
    retryAfterSeconds: 2,
  })

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `"${error.claim}" is not what it has to be`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not allowed'
  if (error instanceof errors.JWKSNoMatchingKey) return 'its issuer has no such key'
  return 'it cannot be verified'
}

const refused = (why: string, cause?: unknown): AppError =>
  new AppError('unauthenticated', `The access token is not valid: ${why}.`, { cause })
