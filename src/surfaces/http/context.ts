import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  checkCsrfToken,
  type Authentication,
  type Caller,
  type Sessions,
  type TokenCallers,
} from '../../access/index.ts'
import type { UploadSignature } from '../../contract/imports.ts'
import type { Dispatch } from '../../operations/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { Family } from './envelope.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import type { OriginPolicy } from './origin-guard.ts'
import type { ToolEndpoint } from './tool-endpoint.ts'

export interface HttpNeeds {
  readonly dispatch: Dispatch
  readonly authentication: Authentication
  /** Absent where no issuer of access tokens is known. */
  readonly tokenCallers?: TokenCallers | undefined
  readonly sessions: Sessions
  /** The folder of the web app, as it was built. */
  readonly webFolder: string
  /** On whose behalf a request with a signed address comes. */
  readonly admitUpload: (signed: Partial<UploadSignature> & { readonly id: string }) => Promise<Caller>
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  readonly policy: OriginPolicy
  readonly maxBodyBytes: number
  readonly version: string
  readonly mcp?: McpEndpoint
  readonly tools?: ToolEndpoint
  /** Where clients reach this server, if that is not where it listens. */
  readonly publicUrl?: string | undefined
  /** Without a key only where nobody but this machine can ask. */
  readonly metricsArePublic: boolean
  /** Rejects while the server cannot do its work. */
  readonly checkReady: () => Promise<void>
}

interface Variables {
  requestId: string
  family: Family
}
export type HttpContext = Context<{ Variables: Variables }>
export type HttpApp = Hono<{ Variables: Variables }>

/** Cookies know no ports, but there may be several servers on one machine. */
export const sessionCookie = (context: HttpContext): string =>
  `winnow_session_${new URL(context.req.url).port || 'web'}`

/** By key, or by the session of a browser, which has to show for every change that a page of ours asks for it. */
export async function authenticated(context: HttpContext, { authentication }: HttpNeeds): Promise<Caller> {
  const key = presentedKey(context)
  const secret = key === undefined ? getCookie(context, sessionCookie(context)) : undefined
  if (secret === undefined) return authentication.authenticate(key)
  if (!['GET', 'HEAD'].includes(context.req.method))
    checkCsrfToken(secret, context.req.header('x-csrf-token'))
  return authentication.authenticateSession(secret)
}

export function presentedKey(context: HttpContext): string | undefined {
  const bearer = context.req.header('authorization')?.match(/^Bearer\s+(\S+)\s*$/i)?.[1]
  return context.req.header('x-api-key')?.trim() || bearer
}
