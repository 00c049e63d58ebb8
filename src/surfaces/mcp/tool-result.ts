import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolAnswer } from '../../agent-side/index.ts'

/** The object, and the same as text for clients that read only that; what it speaks of is linked. */
export function toResult({ body, isError, links }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: 'text', text: JSON.stringify(body) },
      ...links.map((uri) => ({
        type: 'resource_link' as const,
        uri,
        name: uri,
        mimeType: 'application/json',
      })),
    ],
    structuredContent: body,
    ...(isError && { isError }),
  }
}
