import type { Download } from '../../contract/exports.ts'

/** A file as it comes from disk; a client that leaves closes it. Its name is ours, so it needs no escaping. */
export function fileAnswer(answer: unknown): Response {
  const { name, mediaType, bytes, sha256, body } = answer as Download // that is what the operation says it answers
  return new Response(body, {
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${name}"`,
      etag: `"${sha256}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
  })
}
