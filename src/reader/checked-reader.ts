import type { Document } from '../documents/index.ts'
import { dropUngrounded } from './grounding.ts'
import type { Reader, Statement } from './reader.ts'
import { standing } from './spans.ts'

/** Which claims are counted: what was asked for when a quote did not stand. */
export type ClaimKind = 'verdict' | 'value' | 'statement' | 'field'

/**
 * A reader whose claims can be trusted to be quoted: whatever rests on no quote that stands in the sources is dropped
 * and counted. Nothing is repaired; a quote that is nearly right is wrong.
 */
export function checkedReader(reader: Reader, onDropped: (kind: ClaimKind) => void): Reader {
  return {
    ...reader,

    async judge(task, reading) {
      const verdict = await reader.judge(task, reading)
      const spans = standing(verdict.spans, task.sources)
      if (verdict.satisfied === 'unclear' || spans.length > 0) return { ...verdict, spans }
      onDropped('verdict')
      return {
        satisfied: 'unclear',
        confidence: 0,
        reasoning: 'Nothing that stands in the sources says so.',
        spans,
      }
    },

    async extract(task, reading) {
      const extraction = await reader.extract(task, reading)
      const spans = standing(extraction.spans, task.sources)
      if (extraction.values === null) return { ...extraction, spans }
      if (spans.length > 0 && extraction.values.length > 0) return { ...extraction, spans }
      onDropped('value')
      return {
        ...extraction,
        values: null,
        confidence: 0,
        reasoning: 'Nothing that stands in the sources says so.',
        spans,
      }
    },

    async *answer(task, reading) {
      for await (const statement of reader.answer(task, reading)) {
        const checked = check(statement, task.sources)
        if (checked) yield checked
      }
    },

    async summarise(task, reading) {
      const statements = await reader.summarise(task, reading)
      return statements.flatMap((statement) => check(statement, [task.source]) ?? [])
    },

    async fill(task, reading) {
      const { content, grounding } = await reader.fill(task, reading)
      const kept = grounding
        .map((ground) => ({ ...ground, spans: standing(ground.spans, task.sources) }))
        .filter(({ spans }) => spans.length > 0)
      return dropUngrounded(content, kept, () => onDropped('field'))
    },
  }

  function check(statement: Statement, sources: readonly Document[]): Statement | null {
    const spans = standing(statement.spans, sources)
    if (spans.length > 0) return { ...statement, spans }
    onDropped('statement')
    return null
  }
}
