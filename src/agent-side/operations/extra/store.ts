import { z } from 'zod'
import {
  AnnotationKind,
  AnnotationLabel,
  AnnotationSubject,
  CreateAnnotationRequest,
  UpdateAnnotationRequest,
} from '../../../contract/annotations.ts'
import { agentOperation } from '../../call.ts'
import { pickPresent, record, type Json } from '../../json.ts'
import { deleted } from '../../project-resource.ts'
import { readRows } from '../../rows.ts'
import { Cursor, Id, limit } from '../../shapes.ts'
import { clip } from '../../size-guard.ts'
import { present } from '../wire.ts'

const ById = z.strictObject({ id: Id })
const example = {
  kind: 'finding',
  subject: { type: 'webset', id: 'webset_…' },
  labels: ['robots'],
  text: 'Half of these were founded after 2015; look at Graz next.',
}

const shown = (annotation: Json): Json =>
  pickPresent(annotation, 'id kind subject labels text metadata createdAt updatedAt')

/** So much of each text stands in a list. */
const longestInLists = 500

/** What an agent notes for itself. No answer, verdict or cell ever rests on it: those rest on pages alone. */
export const storeOperations = [
  agentOperation({
    name: 'store.create',
    summary: 'Note something for yourself about a webset, an item, a page, a task, or nothing in particular.',
    args: CreateAnnotationRequest,
    example,
    safety: 'change',
    run: async (call, draft) => ({ body: shown(await call.annotations.create(call, present(draft))) }),
  }),
  agentOperation({
    name: 'store.get',
    summary: 'Read one of your notes whole.',
    args: ById,
    example: { id: 'annotation_…' },
    safety: 'read',
    run: async (call, { id }) => ({ body: shown(await call.annotations.get(call, id)) }),
  }),
  agentOperation({
    name: 'store.list',
    summary:
      'List your notes, newest first: all, or those of a kind, a label, a subject, or with some words.',
    args: z.strictObject({
      kind: AnnotationKind.optional(),
      label: AnnotationLabel.optional(),
      subject: AnnotationSubject.optional(),
      search: z.string().trim().min(1).max(200).optional(),
      cursor: Cursor.optional(),
      limit: limit(25, 100),
    }),
    example: { subject: { type: 'document', url: 'https://example.com/' } },
    safety: 'read',
    run: async (call, { cursor, limit: most, ...filter }) => ({
      body: {},
      rows: await readRows({
        cursor,
        limit: most,
        fetch: (page) => call.annotations.list(call, { ...filter, ...page }),
        view(annotation) {
          const { text, ...rest } = shown(annotation)
          const whole = String(text)
          if (whole.length > longestInLists)
            call.warn(`Texts longer than ${longestInLists} characters were cut; store.get shows one whole.`)
          return { ...rest, text: clip(whole, longestInLists) }
        },
        maxBytes: call.maxBytes,
      }),
    }),
  }),
  agentOperation({
    name: 'store.update',
    summary: 'Change one of your notes; only what is given is changed.',
    args: UpdateAnnotationRequest.extend({ id: Id }),
    example: { id: 'annotation_…', labels: ['done'] },
    safety: 'change',
    run: async (call, { id, ...changes }) => ({
      body: shown(await call.annotations.update(call, id, record(present(changes)))),
    }),
  }),
  agentOperation({
    name: 'store.delete',
    summary: 'Delete one of your notes. Until then it stays.',
    args: ById,
    example: { id: 'annotation_…' },
    safety: 'destroy',
    run: async (call, { id }) => ({ body: deleted(await call.annotations.delete(call, id), shown) }),
  }),
]
