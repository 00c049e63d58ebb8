export { exaFetchTool, exaSearchTool } from './agent-tools.ts'
export {
  createAnnotation,
  deleteAnnotation,
  getAnnotation,
  listAnnotations,
  updateAnnotation,
} from './annotations.ts'
export { answer, context } from './answers.ts'
export {
  decideApproval,
  exportAudit,
  followApprovals,
  getApproval,
  getApprovalPolicy,
  listApprovals,
  listAudit,
  listGrants,
  requestApproval,
  revokeGrant,
  setApprovalPolicy,
  verifyAudit,
} from './approvals.ts'
export { completeChat } from './chat.ts'
export { getContents } from './contents.ts'
export { createDispatch, type Dispatch } from './dispatch.ts'
export { listEgress } from './egress.ts'
export { getDocument, getDocumentVersion, listDocuments } from './documents.ts'
export { isEvents, type Events } from './events.ts'
export {
  createExport,
  diffWebset,
  downloadExport,
  getBundleKey,
  getExport,
  getRejudgement,
  importBundle,
  listDisagreements,
  listExports,
  rejudgeWebset,
  verifyBundle,
} from './exports.ts'
export { forget, getRebuild, indexStatus, rebuildIndex } from './index-upkeep.ts'
export {
  createImport,
  deleteImport,
  getImport,
  getImportStatus,
  listImports,
  updateImport,
  uploadImport,
} from './imports.ts'
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
export { reportModels } from './models.ts'
export {
  createMonitor,
  deleteMonitor,
  getMonitor,
  getMonitorRun,
  listMonitorRuns,
  listMonitors,
  triggerMonitor,
  updateMonitor,
} from './monitors.ts'
export {
  cancelAgentRun,
  createAgentRun,
  deleteAgentRun,
  getAgentRun,
  listAgentEvents,
  listAgentRuns,
  followAgentRun,
  replayAgentRun,
  forkAgentRun,
  listAgentRunSteps,
  stopAgentRun,
} from './agent.ts'
export { extract, getReading, judge, verifyReading } from './readings.ts'
export {
  cancelResearch,
  createResearch,
  forkResearch,
  getResearch,
  listResearch,
  listResearchSteps,
  replayResearch,
} from './research.ts'
export {
  addMonitorEntities,
  createAgentMonitor,
  createBacktest,
  deleteAgentMonitor,
  getAgentMonitor,
  getBacktest,
  listAgentMonitors,
  listMonitorChanges,
  listMonitorEntities,
} from './agent-monitors.ts'
export { cancelResponse, createResponse, getResponse } from './responses.ts'
export { explainSearch, findSimilar, search } from './search.ts'
export {
  batchSearchMonitors,
  createSearchMonitor,
  deleteSearchMonitor,
  getSearchMonitor,
  getSearchMonitorRun,
  listSearchMonitorRuns,
  listSearchMonitors,
  triggerSearchMonitor,
  updateSearchMonitor,
} from './search-monitors.ts'
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
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  redeliverToWebhook,
  updateWebhook,
} from './webhooks.ts'
export {
  cancelWebsetEnrichment,
  cancelWebsetSearch,
  createWebsetEnrichment,
  createWebsetSearch,
  deleteWebsetEnrichment,
  deleteWebsetItem,
  deleteWebsetItems,
  getEvidencePage,
  getItemEvidence,
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
