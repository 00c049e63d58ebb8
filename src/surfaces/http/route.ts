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
  /** Another address of something that the documentation shows at its own. */
  readonly isAlias?: true
}

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
  route('post', '/winnow/v1/forget', operations.forget),
  { ...route('put', '/winnow/v1/ingest/uploads', operations.uploadFile, 201), takesFile: true },
  route('post', '/winnow/v1/ingest', operations.createIngest, 201),
  route('get', '/winnow/v1/ingest', operations.listIngest),
  route('get', '/winnow/v1/ingest/{id}', operations.getIngest),
  route('post', '/winnow/v1/ingest/{id}/cancel', operations.cancelIngest),
  route('delete', '/winnow/v1/ingest/{id}', operations.deleteIngest),
  route('get', '/winnow/v1/me', operations.whoAmI),
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
