import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ElicitResult, type Transport } from '@modelcontextprotocol/client'
import type { ApprovalChannel, CaseOutcome, CaseTarget, Person } from './approval-cases.ts'
import { afterwards } from './afterwards.ts'

export interface WebsetTarget extends CaseTarget {
  readonly id: string
}

export interface McpScene {
  readonly mode: 'legacy' | 'auto'
  readonly connect: () => Transport
  readonly prepare: () => Promise<WebsetTarget>
  /** How long questions wait from now on; null: as long as the server's settings say. */
  readonly setTimeoutMs: (ms: number | null) => Promise<unknown>
  /** Decides for clients that cannot be asked; absent: the client's own form does. */
  readonly elsewhere?: (approvalId: string, person: Person) => Promise<unknown>
}

/** `websets.delete` of `manage_websets`, called by a client that shows forms, and by one that cannot. */
export async function mcpChannel(scene: McpScene): Promise<ApprovalChannel<WebsetTarget>> {
  const { mode, prepare, setTimeoutMs, elsewhere } = scene
  let person: Person = { does: 'silent' }
  const asked = elsewhere ? null : await open({ elicitation: { form: {} } })
  asked?.setRequestHandler('elicitation/create', () => answerOf(person))
  const plain = await open({})

  async function open(capabilities: object): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
    await client.connect(scene.connect())
    afterwards(() => client.close())
    await client.listTools()
    return client
  }

  async function callWith(client: Client, id: string, toolCallId: string): Promise<CaseOutcome> {
    const result = await client.callTool(
      {
        name: 'manage_websets',
        arguments: { operation: 'websets.delete', args: { id }, tool_call_id: toolCallId },
      },
      { timeout: 60_000 },
    )
    return outcomeOf(result.structuredContent as Answer)
  }

  async function make(id: string, toolCallId: string, who: Person | null): Promise<CaseOutcome> {
    if (who && asked) {
      person = who
      return callWith(asked, id, toolCallId)
    }
    const first = await callWith(plain, id, toolCallId)
    if (!who || first.kind !== 'undecided' || !elsewhere) return first
    if (who.does === 'silent') await sleep(shortMs + 100)
    else await elsewhere(first.approval.id, who)
    return callWith(plain, id, toolCallId)
  }

  return {
    forms: asked !== null,
    prepare,
    async call({ id }, toolCallId, who) {
      if (who?.does !== 'silent') return make(id, toolCallId, who)
      await setTimeoutMs(shortMs)
      try {
        return await make(id, toolCallId, who)
      } finally {
        await setTimeoutMs(null)
      }
    },
  }
}

/** The shortest that a policy allows. */
const shortMs = 1000

/** A silent person's client gives up in the end: what it says then is too late. */
async function answerOf(who: Person): Promise<ElicitResult> {
  if (who.does === 'decline' || who.does === 'cancel') return { action: who.does }
  if (who.does === 'reject') return { action: 'accept', content: { decision: 'reject', reason: who.reason } }
  if (who.does === 'silent') await sleep(shortMs + 500)
  return { action: 'accept', content: { decision: 'approve' } }
}

interface Answer {
  readonly deleted?: boolean
  readonly error?: {
    readonly category: string
    readonly message: string
    readonly retryable?: boolean
    readonly approval?: { id: string; url: string; expiresAt: string }
  }
}

export function outcomeOf({ deleted, error }: Answer): CaseOutcome {
  if (deleted) return { kind: 'ran' }
  if (error?.approval) return { kind: 'undecided', approval: error.approval }
  if (error?.category === 'rejected')
    return { kind: 'rejected', reason: error.message, retryable: error.retryable ?? false }
  if (error?.category === 'validation' || error?.category === 'conflict') return { kind: 'refused' }
  throw new Error(`an outcome that is none of the table: ${JSON.stringify(error)}`)
}
