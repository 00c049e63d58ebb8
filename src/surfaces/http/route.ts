import type { Operation } from '../../operations/index.ts'
import * as operations from '../../operations/index.ts'

/** Where an operation is reached over HTTP. The list is the whole API: OpenAPI and the isolation test walk it. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete'
  /** Path parameters are written `{id}`, as in OpenAPI. */
  readonly path: string
  readonly operation: Operation
  readonly status: 200 | 201
  /** The body is a file of any size, given to the operation as the stream `body`. */
  readonly takesFile?: true
  /** The address carries a signature in place of a key. */
  readonly isSigned?: true
  /** Another address of something that the documentation shows at its own. */
  readonly isAlias?: true
  /** Headers that the operation is given, and parameters of the query that share their name with a field of the body. */
  readonly renames?: readonly Rename[]
}

export interface Rename {
  readonly from: 'header' | 'query'
  readonly name: string
  /** The field of the operation's input. */
  readonly as: string
}

const priority: Rename = { from: 'header', name: 'x-exa-websets-priority', as: 'priority' }

const accept: Rename = { from: 'header', name: 'accept', as: 'accept' }
const lastEventId: Rename = { from: 'header', name: 'last-event-id', as: 'lastEventId' }

const route = (
  method: Route['method'],
  path: string,
  operation: Operation,
  status: Route['status'] = 200,
): Route => ({
  method,
  path,
  operation,
  status,
})

export const routes: readonly Route[] = [
  route('post', '/search', operations.search),
  route('post', '/findSimilar', operations.findSimilar),
  route('post', '/contents', operations.getContents),
  route('post', '/answer', operations.answer),
  route('post', '/context', operations.context),
  route('post', '/chat/completions', operations.completeChat),
  // Many clients of the OpenAI API are given addresses that end in /v1.
  { ...route('post', '/v1/chat/completions', operations.completeChat), isAlias: true },
  route('post', '/winnow/v1/judge', operations.judge),
  route('post', '/winnow/v1/extract', operations.extract),
  route('get', '/winnow/v1/readings/{id}', operations.getReading),
  route('post', '/winnow/v1/readings/{id}/verify', operations.verifyReading),
  route('post', '/winnow/v1/search/explain', operations.explainSearch),
  route('get', '/winnow/v1/index', operations.indexStatus),
  route('post', '/winnow/v1/index/rebuilds', operations.rebuildIndex, 201),
  route('get', '/winnow/v1/index/rebuilds/{id}', operations.getRebuild),
  route('get', '/winnow/v1/documents', operations.listDocuments),
  route('get', '/winnow/v1/documents/{id}', operations.getDocument),
  route('get', '/winnow/v1/documents/{id}/versions/{version}', operations.getDocumentVersion),
  route('post', '/winnow/v1/forget', operations.forget),
  { ...route('put', '/winnow/v1/ingest/uploads', operations.uploadFile, 201), takesFile: true },
  route('post', '/winnow/v1/ingest', operations.createIngest, 201),
  route('get', '/winnow/v1/ingest', operations.listIngest),
  route('get', '/winnow/v1/ingest/{id}', operations.getIngest),
  route('get', '/winnow/v1/ingest/{id}/feed', operations.followIngest),
  route('post', '/winnow/v1/ingest/{id}/cancel', operations.cancelIngest),
  route('delete', '/winnow/v1/ingest/{id}', operations.deleteIngest),
  { ...route('post', '/websets/v0/websets', operations.createWebset, 201), renames: [priority] },
  route('get', '/websets/v0/websets', operations.listWebsets),
  {
    ...route('post', '/websets/v0/websets/preview', operations.previewWebset),
    renames: [{ from: 'query', name: 'search', as: 'withItems' }],
  },
  route('get', '/websets/v0/websets/{id}', operations.getWebset),
  route('post', '/websets/v0/websets/{id}', operations.updateWebset),
  route('delete', '/websets/v0/websets/{id}', operations.deleteWebset),
  route('post', '/websets/v0/websets/{id}/cancel', operations.cancelWebset),
  {
    ...route('post', '/websets/v0/websets/{webset}/searches', operations.createWebsetSearch),
    renames: [priority],
  },
  route('get', '/websets/v0/websets/{webset}/searches/{id}', operations.getWebsetSearch),
  route('post', '/websets/v0/websets/{webset}/searches/{id}/cancel', operations.cancelWebsetSearch),
  route('get', '/websets/v0/websets/{webset}/items', operations.listWebsetItems),
  route('get', '/websets/v0/websets/{webset}/items/{id}', operations.getWebsetItem),
  route('delete', '/websets/v0/websets/{webset}/items/{id}', operations.deleteWebsetItem),
  route('post', '/websets/v0/websets/{webset}/enrichments', operations.createWebsetEnrichment),
  route('get', '/websets/v0/websets/{webset}/enrichments/{id}', operations.getWebsetEnrichment),
  route('patch', '/websets/v0/websets/{webset}/enrichments/{id}', operations.updateWebsetEnrichment),
  route('delete', '/websets/v0/websets/{webset}/enrichments/{id}', operations.deleteWebsetEnrichment),
  route('post', '/websets/v0/websets/{webset}/enrichments/{id}/cancel', operations.cancelWebsetEnrichment),
  route('post', '/websets/v0/imports', operations.createImport, 201),
  route('get', '/websets/v0/imports', operations.listImports),
  route('get', '/websets/v0/imports/{id}', operations.getImport),
  route('patch', '/websets/v0/imports/{id}', operations.updateImport),
  route('delete', '/websets/v0/imports/{id}', operations.deleteImport),
  route('get', '/winnow/v1/imports/{id}', operations.getImportStatus),
  {
    ...route('put', '/winnow/v1/imports/{id}/file', operations.uploadImport),
    takesFile: true,
    isSigned: true,
  },
  route('post', '/websets/v0/monitors', operations.createMonitor, 201),
  route('get', '/websets/v0/monitors', operations.listMonitors),
  route('get', '/websets/v0/monitors/{id}', operations.getMonitor),
  route('patch', '/websets/v0/monitors/{id}', operations.updateMonitor),
  route('delete', '/websets/v0/monitors/{id}', operations.deleteMonitor),
  route('get', '/websets/v0/monitors/{monitor}/runs', operations.listMonitorRuns),
  route('get', '/websets/v0/monitors/{monitor}/runs/{id}', operations.getMonitorRun),
  route('post', '/winnow/v1/monitors/{id}/trigger', operations.triggerMonitor, 201),
  route('post', '/monitors', operations.createSearchMonitor, 201),
  route('get', '/monitors', operations.listSearchMonitors),
  route('post', '/monitors/batch', operations.batchSearchMonitors),
  route('get', '/monitors/{id}', operations.getSearchMonitor),
  route('patch', '/monitors/{id}', operations.updateSearchMonitor),
  route('delete', '/monitors/{id}', operations.deleteSearchMonitor),
  route('post', '/monitors/{id}/trigger', operations.triggerSearchMonitor),
  route('get', '/monitors/{monitor}/runs', operations.listSearchMonitorRuns),
  route('get', '/monitors/{monitor}/runs/{id}', operations.getSearchMonitorRun),
  route('get', '/websets/v0/events', operations.listWebsetEvents),
  route('get', '/websets/v0/events/{id}', operations.getWebsetEvent),
  route('get', '/websets/v0/teams/me', operations.getWebsetsTeam),
  { ...route('get', '/v0/teams/me', operations.getWebsetsTeam), isAlias: true },
  route('get', '/winnow/v1/websets/{id}/rows', operations.listWebsetRows),
  route('post', '/winnow/v1/websets/{webset}/items/delete', operations.deleteWebsetItems),
  route('get', '/winnow/v1/websets/{webset}/items/{id}/evidence', operations.getItemEvidence),
  route('get', '/winnow/v1/websets/{webset}/items/{id}/evidence/page', operations.getEvidencePage),
  {
    ...route('get', '/winnow/v1/websets/{id}/feed', operations.followWebset),
    renames: [lastEventId],
  },
  route('post', '/websets/v0/webhooks', operations.createWebhook),
  route('get', '/websets/v0/webhooks', operations.listWebhooks),
  route('get', '/websets/v0/webhooks/{id}', operations.getWebhook),
  route('patch', '/websets/v0/webhooks/{id}', operations.updateWebhook),
  route('delete', '/websets/v0/webhooks/{id}', operations.deleteWebhook),
  route('get', '/websets/v0/webhooks/{id}/attempts', operations.listWebhookAttempts),
  route('post', '/winnow/v1/webhooks/{id}/redeliver', operations.redeliverToWebhook),
  route('post', '/winnow/v1/websets/{webset}/exports', operations.createExport, 201),
  route('get', '/winnow/v1/websets/{webset}/exports', operations.listExports),
  route('get', '/winnow/v1/websets/{webset}/exports/{id}', operations.getExport),
  route('get', '/winnow/v1/websets/{webset}/exports/{id}/download', operations.downloadExport),
  route('get', '/winnow/v1/websets/{id}/difference', operations.diffWebset),
  route('post', '/winnow/v1/websets/{webset}/rejudge', operations.rejudgeWebset, 201),
  route('get', '/winnow/v1/websets/{webset}/rejudgements/{id}', operations.getRejudgement),
  route('get', '/winnow/v1/websets/{webset}/rejudgements/{id}/disagreements', operations.listDisagreements),
  route('get', '/winnow/v1/bundles/key', operations.getBundleKey),
  { ...route('post', '/winnow/v1/bundles/verify', operations.verifyBundle), takesFile: true },
  { ...route('post', '/winnow/v1/bundles/import', operations.importBundle, 201), takesFile: true },
  route('post', '/research/v1', operations.createResearch, 201),
  route('get', '/research/v1', operations.listResearch),
  route('get', '/research/v1/{researchId}', operations.getResearch),
  route('post', '/winnow/v1/research/{researchId}/cancel', operations.cancelResearch),
  route('get', '/winnow/v1/research/{researchId}/steps', operations.listResearchSteps),
  route('get', '/winnow/v1/research/{researchId}/replay', operations.replayResearch),
  route('post', '/winnow/v1/research/{researchId}/fork', operations.forkResearch, 201),
  {
    ...route('post', '/agent/monitors', operations.createAgentMonitor),
    renames: [{ from: 'header', name: 'idempotency-key', as: 'idempotencyKey' }],
  },
  route('get', '/agent/monitors', operations.listAgentMonitors),
  // Before the monitors themselves, for which it might be taken.
  route('post', '/agent/monitors/backtest', operations.createBacktest),
  route('get', '/agent/monitors/backtest/{id}', operations.getBacktest),
  route('get', '/agent/monitors/{id}', operations.getAgentMonitor),
  route('delete', '/agent/monitors/{id}', operations.deleteAgentMonitor),
  route('post', '/agent/monitors/{id}/entities', operations.addMonitorEntities),
  route('get', '/agent/monitors/{id}/entities', operations.listMonitorEntities),
  route('get', '/agent/monitors/{id}/changes', operations.listMonitorChanges),
  route('post', '/responses', operations.createResponse),
  route('get', '/responses/{id}', operations.getResponse),
  route('post', '/responses/{id}/cancel', operations.cancelResponse),
  { ...route('post', '/v1/responses', operations.createResponse), isAlias: true },
  { ...route('get', '/v1/responses/{id}', operations.getResponse), isAlias: true },
  { ...route('post', '/v1/responses/{id}/cancel', operations.cancelResponse), isAlias: true },
  { ...route('post', '/agent/runs', operations.createAgentRun), renames: [accept] },
  route('get', '/agent/runs', operations.listAgentRuns),
  route('get', '/agent/runs/{id}', operations.getAgentRun),
  route('delete', '/agent/runs/{id}', operations.deleteAgentRun),
  route('post', '/agent/runs/{id}/cancel', operations.cancelAgentRun),
  route('post', '/agent/runs/{id}/stop', operations.stopAgentRun),
  { ...route('get', '/agent/runs/{id}/events', operations.listAgentEvents), renames: [accept, lastEventId] },
  route('get', '/winnow/v1/agent/runs/{id}/feed', operations.followAgentRun),
  route('get', '/winnow/v1/agent/runs/{id}/steps', operations.listAgentRunSteps),
  route('get', '/winnow/v1/agent/runs/{id}/replay', operations.replayAgentRun),
  route('post', '/winnow/v1/agent/runs/{id}/fork', operations.forkAgentRun, 201),
  route('post', '/winnow/v1/tasks', operations.createTask, 201),
  route('get', '/winnow/v1/tasks', operations.listTasks),
  route('get', '/winnow/v1/tasks/{id}', operations.getTask),
  route('get', '/winnow/v1/tasks/{id}/result', operations.getTaskResult),
  route('get', '/winnow/v1/tasks/{id}/events', operations.followTask),
  route('post', '/winnow/v1/tasks/{id}/cancel', operations.cancelTask),
  route('get', '/winnow/v1/workflows', operations.listWorkflows),
  route('post', '/winnow/v1/annotations', operations.createAnnotation, 201),
  route('get', '/winnow/v1/annotations', operations.listAnnotations),
  route('get', '/winnow/v1/annotations/{id}', operations.getAnnotation),
  route('patch', '/winnow/v1/annotations/{id}', operations.updateAnnotation),
  route('delete', '/winnow/v1/annotations/{id}', operations.deleteAnnotation),
  route('post', '/winnow/v1/approvals', operations.requestApproval),
  route('get', '/winnow/v1/approvals', operations.listApprovals),
  // Before single questions, for which these might be taken.
  route('get', '/winnow/v1/approvals/feed', operations.followApprovals),
  route('get', '/winnow/v1/approvals/policy', operations.getApprovalPolicy),
  route('put', '/winnow/v1/approvals/policy', operations.setApprovalPolicy),
  route('get', '/winnow/v1/approvals/grants', operations.listGrants),
  route('delete', '/winnow/v1/approvals/grants/{id}', operations.revokeGrant),
  route('get', '/winnow/v1/approvals/audit', operations.listAudit),
  route('get', '/winnow/v1/approvals/audit/export', operations.exportAudit),
  route('get', '/winnow/v1/approvals/audit/verify', operations.verifyAudit),
  route('get', '/winnow/v1/approvals/{id}', operations.getApproval),
  route('post', '/winnow/v1/approvals/{id}/decision', operations.decideApproval),
  route('post', '/winnow/v1/tools/exa_search', operations.exaSearchTool),
  route('post', '/winnow/v1/tools/exa_fetch', operations.exaFetchTool),
  route('get', '/winnow/v1/me', operations.whoAmI),
  route('get', '/winnow/v1/egress', operations.listEgress),
  route('get', '/winnow/v1/models', operations.reportModels),
  route('get', '/winnow/v1/usage', operations.reportUsage),
  route('post', '/winnow/v1/keys', operations.createKey, 201),
  route('get', '/winnow/v1/keys', operations.listKeys),
  route('get', '/winnow/v1/keys/{id}', operations.getKey),
  route('patch', '/winnow/v1/keys/{id}', operations.updateKey),
  route('delete', '/winnow/v1/keys/{id}', operations.revokeKey),
  route('post', '/winnow/v1/teams', operations.createTeam, 201),
  route('get', '/winnow/v1/teams', operations.listTeams),
  route('patch', '/winnow/v1/teams/{id}', operations.updateTeam),
]
