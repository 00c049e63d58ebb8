import {
  DocumentHistory,
  DocumentList,
  DocumentReference,
  DocumentVersion,
  ListDocumentsRequest,
  VersionReference,
} from '../contract/documents.ts'
import { operation } from './operation.ts'

export const listDocuments = operation({
  name: 'documents.list',
  summary: "List stored pages, the team's own and the public ones, those that came last first.",
  scope: 'read',
  limitClass: 'other',
  input: ListDocumentsRequest,
  output: DocumentList,
  run: ({ services, caller }, input) => services.catalogue.list(caller.teamId, input),
})

export const getDocument = operation({
  name: 'documents.get',
  summary: 'Read what is known of a stored page, and when each version of it was seen.',
  scope: 'read',
  limitClass: 'other',
  input: DocumentReference,
  output: DocumentHistory,
  run: ({ services, caller }, { id }) => services.catalogue.get(caller.teamId, id),
})

export const getDocumentVersion = operation({
  name: 'documents.version',
  summary: 'Read a version of a stored page: its text, and what was extracted besides it.',
  scope: 'read',
  limitClass: 'other',
  input: VersionReference,
  output: DocumentVersion,
  run: ({ services, caller }, { id, version }) => services.catalogue.version(caller.teamId, id, version),
})
