import Papa from 'papaparse'
import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { Failure, withRecovery } from '../failure.ts'
import { text, type Json } from '../json.ts'
import { deleted, projectImport } from '../project-resource.ts'
import { readRows } from '../rows.ts'
import { Cursor, Entity, Id, limit, maxItems, Metadata, pollInterval, timeout } from '../shapes.ts'
import { pollUntil } from '../wait-until.ts'
import { answered, inPath, present, wire } from './wire.ts'

const ById = z.strictObject({ id: Id })
const largest = 50_000_000

export const createImport = agentOperation({
  name: 'imports.create',
  summary: 'Bring a list of your own as CSV. With csvContent it is uploaded at once.',
  args: z
    .strictObject({
      entity: Entity,
      format: z.literal('csv').optional(),
      count: z.int().min(1).optional().describe('Rows without the header; counted if csvContent is given.'),
      size: z.int().min(1).max(largest).optional().describe('Bytes; counted if csvContent is given.'),
      title: z.string().min(1).optional(),
      csv: z.strictObject({ identifier: z.int().min(0).optional() }).optional(),
      csvContent: z.string().min(1).optional().describe('The file itself, with a line of headers.'),
      metadata: Metadata.optional(),
    })
    .superRefine((args, context) => {
      if (args.csvContent !== undefined) {
        if (Buffer.byteLength(args.csvContent) > largest)
          context.addIssue({ code: 'custom', path: ['csvContent'], message: `at most ${largest} bytes` })
        return
      }
      for (const name of ['format', 'count', 'size'] as const)
        if (args[name] === undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `"${name}" is required without csvContent`,
          })
    }),
  example: { entity: { type: 'company' }, csvContent: 'name,url\nAcme,https://acme.example\n' },
  safety: 'change',
  async run(call, { csvContent, ...asked }) {
    const measured = csvContent === undefined ? {} : measure(csvContent)
    const made = await answered(
      call.exa.websets.imports.create(wire(present({ ...asked, format: 'csv', ...measured }))),
    )
    if (csvContent === undefined) return { body: projectImport(made) }
    const { uploadUrl, uploadValidUntil: _, ...rest } = made
    await withRecovery({ importId: made.id, uploadUrl }, async () => {
      const url = text(uploadUrl)
      if (url === null) throw new Failure('upstream', 'The server did not say where to upload the file.')
      await call.upstream.upload(url, csvContent, call.signal)
    })
    return { body: projectImport(rest) }
  },
})

/** Records, not lines: a quoted value may hold line breaks. */
function measure(csv: string): { size: number; count: number } {
  const { data } = Papa.parse(csv, { skipEmptyLines: 'greedy' })
  const count = data.length - 1
  if (count < 1)
    throw new Failure('validation', 'The CSV has no records below its header.', {
      issues: [
        { path: 'csvContent', message: 'no records', got: `${data.length} lines`, expected: 'at least 2' },
      ],
    })
  return { size: Buffer.byteLength(csv), count }
}

export const getImport = agentOperation({
  name: 'imports.get',
  summary: 'Look at an import.',
  args: ById,
  example: { id: 'import_01k…' },
  safety: 'read',
  run: async (call, { id }) => ({
    body: projectImport(await answered(call.exa.websets.imports.get(inPath(id)))),
  }),
})

export const listImports = agentOperation({
  name: 'imports.list',
  summary: 'List imports.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(25, 200) }),
  example: {},
  safety: 'read',
  run: async (call, page) => ({
    body: {},
    rows: await readRows({
      ...page,
      fetch: (at) => call.exa.websets.imports.list(wire(at)),
      view: projectImport,
      maxBytes: call.maxBytes,
    }),
  }),
})

export const updateImport = agentOperation({
  name: 'imports.update',
  summary: 'Change the title or the metadata of an import.',
  args: ById.extend({ title: z.string().min(1).optional(), metadata: Metadata.optional() }),
  example: { id: 'import_01k…', title: 'Customers' },
  safety: 'change',
  run: async (call, { id, ...changes }) => ({
    body: projectImport(await answered(call.exa.websets.imports.update(inPath(id), wire(present(changes))))),
  }),
})

export const deleteImport = agentOperation({
  name: 'imports.delete',
  summary: 'Delete an import.',
  args: ById,
  example: { id: 'import_01k…' },
  safety: 'destroy',
  run: async (call, { id }) => ({
    body: deleted(await answered(call.exa.websets.imports.delete(inPath(id))), projectImport),
  }),
})

const ended = new Set<unknown>(['completed', 'failed', 'canceled'])

export const waitUntilCompleted = agentOperation({
  name: 'imports.waitUntilCompleted',
  summary: 'Wait until an import has been read, or time is up.',
  args: ById.extend({ timeout: timeout(300_000), pollInterval: pollInterval(2000) }),
  example: { id: 'import_01k…' },
  safety: 'read',
  async run(call, args) {
    const { value, timedOut } = await withRecovery({ importId: args.id }, () =>
      pollUntil<Json>({
        ...call,
        timeoutMs: args.timeout,
        pollMs: args.pollInterval,
        async poll() {
          const one = await answered(call.exa.websets.imports.get(inPath(args.id)))
          call.report({ message: `import ${String(one.status)}` })
          return { value: one, done: ended.has(one.status) }
        },
      }),
    )
    return {
      body: { ...projectImport(value), ...(timedOut && { timedOut }) },
      ...(value.status === 'failed' && { isError: true }),
    }
  },
})

export const getAllImports = agentOperation({
  name: 'imports.getAll',
  summary: 'Collect imports over all pages.',
  args: z.strictObject({ maxItems: maxItems(100), cursor: Cursor.optional() }),
  example: {},
  safety: 'read',
  run: async (call, page) => ({
    body: {},
    rows: await readRows({
      ...page,
      limit: 200,
      fetch: (at) => call.exa.websets.imports.list(wire(at)),
      view: projectImport,
      maxBytes: call.maxBytes,
    }),
  }),
})
