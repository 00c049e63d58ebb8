import { ownerTeamId, type Caller, type InternalTokens } from './access/index.ts'
import type { AgentCaller } from './agent-side/index.ts'
import type { Config } from './config.ts'
import { Scope } from './contract/access.ts'
import { AppError } from './contract/errors.ts'

interface Needs {
  readonly config: Config
  readonly tokens: InternalTokens
}

/** Whose work it is. */
export interface Holder {
  readonly teamId: string
  readonly keyId: string
  readonly scopes: ReadonlySet<string>
}

export type AgentCallers = ReturnType<typeof createAgentCallers>

/** How the agent side knows those who call the server, and what it asks the upstream with on their behalf. */
export function createAgentCallers({ config, tokens }: Needs) {
  const isCloud = config.upstream === 'exa'

  /** For what this server keeps itself, whatever the upstream is. */
  const ownCredentialFor = ({ teamId, keyId, scopes }: Holder): Promise<string> =>
    tokens.mint({ teamId, keyId, scopes: new Set(Scope.options.filter((scope) => scopes.has(scope))) })

  /** The cloud knows one key, which sees everything: only the owner's team may use it. */
  async function credentialFor(holder: Holder): Promise<string> {
    const { teamId } = holder
    if (!isCloud) return ownCredentialFor(holder)
    if (teamId === ownerTeamId && config.exaApiKey) return config.exaApiKey
    throw new AppError('forbidden', "This server works on Exa's cloud, which only its owner's team may use.")
  }

  return {
    credentialFor,
    ownCredentialFor,
    of: (caller: Caller, presentedAs = 'the key of the request'): AgentCaller => ({
      teamId: caller.teamId,
      keyId: caller.keyId,
      keyName: caller.keyName,
      scopes: caller.scopes,
      ...(caller.grants && { grants: caller.grants }),
      presentedAs: isCloud ? 'EXA_API_KEY of the environment' : presentedAs,
      credential: () => credentialFor(caller),
    }),
  }
}
