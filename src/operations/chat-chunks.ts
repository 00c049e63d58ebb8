import type { ChatChunk, Citation } from '../contract/answers.ts'

interface Options {
  readonly isLast?: boolean
  readonly citations?: Citation[]
}

/** Makes the chunks of one completion. The last one brings no text, says that it is over, and may bring citations. */
export function chunkWriter(requestId: string, model: string, now: Date) {
  const shared = {
    id: completionId(requestId),
    object: 'chat.completion.chunk',
    created: seconds(now),
    model,
  } as const
  return (content: string, { isLast = false, citations }: Options = {}): ChatChunk => ({
    ...shared,
    choices: [
      {
        index: 0,
        delta: { role: 'assistant', content, ...(citations && { citations }) },
        finish_reason: isLast ? 'stop' : null,
      },
    ],
    ...(citations && { citations }),
  })
}

export const completionId = (requestId: string): string => `chatcmpl-${requestId}`

export const seconds = (now: Date): number => Math.floor(now.getTime() / 1000)
