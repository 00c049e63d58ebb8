import type { Context, Hono } from 'hono'
import type { Authentication } from '../../access/index.ts'
import type { Dispatch } from '../../operations/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { Family } from './envelope.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import type { OriginPolicy } from './origin-guard.ts'

export interface HttpNeeds {
  readonly dispatch: Dispatch
  readonly authentication: Authentication
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  readonly policy: OriginPolicy
  readonly maxBodyBytes: number
  readonly version: string
  readonly mcp?: McpEndpoint
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

export function presentedKey(context: HttpContext): string | undefined {
  const bearer = context.req.header('authorization')?.match(/^Bearer\s+(\S+)\s*$/i)?.[1]
  return context.req.header('x-api-key')?.trim() || bearer
}
