import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { ToolAnswer } from '../../agent-side/index.ts'
import { questionResult } from './ask.ts'

/** The object, and the same as text for clients that read only that; what it speaks of is linked. Or a question. */
export function toResult(answer: ToolAnswer): CallToolResult | InputRequiredResult {
  const { body, isError, links, pending } = answer
  if (pending) return questionResult(pending)
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
