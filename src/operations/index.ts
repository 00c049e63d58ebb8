export { answer, context } from './answers.ts'
export { completeChat } from './chat.ts'
export { getContents } from './contents.ts'
export { createDispatch, type Dispatch } from './dispatch.ts'
export { isEvents, type Events } from './events.ts'
export { forget, getRebuild, indexStatus, rebuildIndex } from './index-upkeep.ts'
export {
  cancelIngest,
  createIngest,
  deleteIngest,
  followIngest,
  getIngest,
  listIngest,
  uploadFile,
} from './ingest.ts'
export { createKey, getKey, listKeys, revokeKey, updateKey } from './keys.ts'
export { extract, getReading, judge, verifyReading } from './readings.ts'
export { explainSearch, findSimilar, search } from './search.ts'
export type { Operation } from './operation.ts'
export {
  cancelTask,
  createTask,
  followTask,
  getTask,
  getTaskResult,
  listTasks,
  listWorkflows,
} from './tasks.ts'
export { createTeam, listTeams, updateTeam } from './teams.ts'
export { reportUsage, whoAmI } from './usage.ts'
export {
  cancelWebsetEnrichment,
  cancelWebsetSearch,
  createWebsetEnrichment,
  createWebsetSearch,
  deleteWebsetEnrichment,
  deleteWebsetItem,
  getWebsetEnrichment,
  getWebsetEvent,
  getWebsetItem,
  getWebsetSearch,
  listWebsetEvents,
  listWebsetItems,
  updateWebsetEnrichment,
} from './webset-parts.ts'
export {
  cancelWebset,
  createWebset,
  deleteWebset,
  followWebset,
  getWebset,
  getWebsetsTeam,
  listWebsetRows,
  listWebsets,
  previewWebset,
  updateWebset,
} from './websets.ts'
