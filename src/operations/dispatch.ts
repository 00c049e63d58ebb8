import { requireScope, type Caller, type RateLimits } from '../access/index.ts'
import { openMeter, type FreeUsage, type Ledger, type Prices } from '../billing/index.ts'
import { parseInput } from '../contract/validation.ts'
import { eventsOnErrand, onErrand } from '../egress/index.ts'
import { beginEvents, isEvents } from './events.ts'
import type { Operation, Services } from './operation.ts'

interface Needs {
  readonly services: Services
  readonly rateLimits: RateLimits
  readonly ledger: Ledger
  readonly freeUsage: FreeUsage
  readonly prices: Prices
}

interface Call {
  readonly caller: Caller
  readonly requestId: string
  readonly signal: AbortSignal
  readonly input: unknown
  readonly betas: ReadonlySet<string>
}

export type Dispatch = ReturnType<typeof createDispatch>

/**
 * The one way into an operation, whatever surface the call came through: scope, limit, validation, metering. What it
 * answers is the output, or `Events` that have begun: whatever fails before the first of them fails the call, and the
 * meter runs until they end or are left.
 */
export function createDispatch({ services, rateLimits, ledger, freeUsage, prices }: Needs) {
  return async function dispatch(operation: Operation, call: Call): Promise<unknown> {
    requireScope(call.caller, operation.scope)
    await rateLimits.take(call.caller, operation.limitClass)
    const input = parseInput(operation.input, call.input)
    const meter = openMeter({
      ledger,
      prices,
      account: call.caller,
      operation: operation.name,
      requestId: call.requestId,
      later: (account, entry) => freeUsage.add(account, entry),
    })
    const { caller, requestId, signal, betas } = call
    const errand = { teamId: caller.teamId, purpose: operation.name, subject: requestId }
    let answer: unknown
    try {
      answer = await onErrand(errand, () =>
        operation.run({ services, caller, requestId, signal, meter, betas }, input),
      )
      if (isEvents(answer)) return await beginEvents(eventsOnErrand(errand, answer), () => meter.close())
    } catch (error) {
      await meter.close()
      throw error
    }
    await meter.close()
    return answer
  }
}
