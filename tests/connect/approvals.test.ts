import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError } from '@connectrpc/connect'
import { describe } from 'vitest'
import type { NewApiKey } from '../../src/contract/access.ts'
import type { UsageReport } from '../../src/contract/usage.ts'
import { apiServer } from '../harness/api-server.ts'
import {
  approvalCases,
  type ApprovalChannel,
  type CaseOutcome,
  type CaseTarget,
} from '../harness/approval-cases.ts'
import { connectClient, wires, type Wire } from '../harness/connect-client.ts'

/** Check 10 over Connect: the same cases as over MCP, REST and in the terminal. */
const server = await apiServer()
const newKey = (name: string, scopes: string[]) =>
  server.call<NewApiKey>('POST', '/winnow/v1/keys', { body: { name, scopes } })
const agentKey = await newKey('agent', ['read', 'write'])
const person = connectClient(server.url, (await newKey('person', ['read', 'approve'])).key)
const setTimeoutMs = (timeoutMs: number | null) =>
  server.call('PUT', '/winnow/v1/approvals/policy', { body: timeoutMs === null ? {} : { timeoutMs } })

interface Query extends CaseTarget {
  readonly query: string
}
const searchesMade = async (): Promise<number> => {
  const { data } = await server.call<UsageReport>('GET', '/winnow/v1/usage?groupBy=key')
  return data.find(({ keyId }) => keyId === agentKey.id)?.searches ?? 0
}
let targets = 0

function channelOf(wire: Wire): ApprovalChannel<Query> {
  const agent = connectClient(server.url, agentKey.key, wire)
  return {
    forms: false,
    tellsRetryable: false,
    keepsResults: true,
    async prepare() {
      const before = await searchesMade()
      return { query: `question ${++targets}`, runs: async () => (await searchesMade()) - before }
    },
    async call({ query }, toolCallId, who): Promise<CaseOutcome> {
      if (who?.does === 'silent') await setTimeoutMs(1000)
      try {
        for await (const { message } of agent.exaSearch({ query, toolCallId })) {
          if (message.case === 'toolCall') {
            const result = message.value.result?.result
            if (result?.case === 'success') return { kind: 'ran' }
            if (result?.case === 'rejected')
              return { kind: 'rejected', reason: result.value.reason, retryable: null }
            throw new Error(`the call ended in ${JSON.stringify(result)}`)
          }
          if (message.case !== 'query') continue
          if (who === null) return await undecided(toolCallId)
          if (who.does === 'approve')
            await person.respondExaSearch({
              toolCallId,
              response: { result: { case: 'approved', value: {} } },
            })
          if (who.does === 'reject')
            await person.respondExaSearch({
              toolCallId,
              response: { result: { case: 'rejected', value: { reason: who.reason } } },
            })
        }
        throw new Error('the stream ended without a result')
      } catch (error) {
        if (error instanceof ConnectError && error.code === Code.InvalidArgument) return { kind: 'refused' }
        throw error
      } finally {
        await setTimeoutMs(null)
      }
    },
  }
}

/** What the inbox of an approver says, who is not there. */
async function undecided(toolCallId: string): Promise<CaseOutcome> {
  const { approvals } = await person.listPendingApprovals({})
  const asked = approvals.find((one) => one.toolCallId === toolCallId)
  if (!asked?.expiresAt) throw new Error('the question is not in the inbox')
  const { id } = asked
  const { url } = await server.call<{ url: string }>('GET', `/winnow/v1/approvals/${id}`)
  return { kind: 'undecided', approval: { id, url, expiresAt: timestampDate(asked.expiresAt).toISOString() } }
}

describe.each(wires)('%s', (_, wire) => approvalCases(channelOf(wire)))
