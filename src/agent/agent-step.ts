import { setImmediate as othersTurn } from 'node:timers/promises'
import type { NamedReader, OpenReader } from '../reader/index.ts'
import type { RunContext, Step, StepWork } from '../runs/index.ts'
import type { Run as EngineRun, WebsetEngine } from '../websets/index.ts'

/** Who looks. */
export interface Engines {
  readonly reader: OpenReader
  readonly engine: WebsetEngine
}

export interface Asked {
  readonly engine: WebsetEngine
  readonly asked: NamedReader
  readonly run: EngineRun
  readonly use: StepWork['use']
}

type AgentStep<Outcome> = Omit<Step<Outcome>, 'perform' | 'isFree'> & {
  readonly look: (asked: Asked) => Promise<Outcome>
}

/** A step that looks into pages, with a language model where there is one. What it reads is paid for besides. */
export function agentStep<Outcome>(
  context: RunContext,
  { reader, engine }: Engines,
  mayFetch: boolean,
  { look, uses = {}, mayUse = uses, ...step }: AgentStep<Outcome>,
): Promise<Outcome> {
  return context.step({
    ...step,
    uses,
    mayUse: reader.usesModel ? { ...mayUse, token: Infinity } : mayUse,
    async perform({ signal, use }) {
      const onUse = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) => {
        use('token', inputTokens + outputTokens)
        use('outputToken', outputTokens)
      }
      for (const [item, count] of Object.entries(uses)) use(item, count)
      // Reading can keep this thread busy: requests and connections come in between.
      await othersTurn()
      return look({ engine, asked: reader, run: { now: context.now, signal, mayFetch, onUse }, use })
    },
  })
}
