import type { AgentOperation } from '../../call.ts'
import { agentOperations } from '../index.ts'
import { recommendWorkflow } from '../workflows.ts'
import { agentRunOperations } from './agent-runs.ts'
import { overviewOperations } from './overview.ts'
import { answerQuestion, findSimilar, getContents, searchWeb } from './retrieval.ts'
import { searchMonitorOperations } from './search-monitors.ts'
import { storeOperations } from './store.ts'

const beyond: readonly AgentOperation[] = [
  searchWeb,
  findSimilar,
  getContents,
  answerQuestion,
  ...searchMonitorOperations,
  ...agentRunOperations,
  ...storeOperations,
  recommendWorkflow,
]

/** Beyond the 56, for those who switch them on. */
export const extraOperations: readonly AgentOperation[] = [
  ...beyond,
  ...overviewOperations([...agentOperations, ...beyond]),
]
