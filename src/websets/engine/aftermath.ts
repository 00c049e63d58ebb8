import { sentencesOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { spanOf, type JudgeTask, type ReadBy, type Verdict } from '../../reader/index.ts'

const undoing =
  '(?:denied|den(?:ial|ies)|corrected|correction|retracted|withdrawn|disputed|refuted|amended|revoked|taken back|dementiert|berichtigt|zurückgezogen|widerrufen|korrigiert|démentie?|rectifiée?|rétractée?|corrigée?|retirée?)'

/** A criterion about what became of a report or a paper, not about what it says. */
const afterwards = new RegExp(`(?<!\\p{L})${undoing}(?!\\p{L})`, 'iu')
const not =
  /(?<!\p{L})(?:(?:has|have|was|were|is|are)(?: not|n['’]t)(?: been)?|(?:has|have)? ?never(?: been)?|(?:wurde|ist) nicht|n['’]a (?:pas|jamais) été)(?!\p{L})/iu

export const isAboutAftermath = (criterion: string): boolean => afterwards.test(criterion)

/**
 * Judges “has not been denied or corrected” where a note on the page or a later page on the same matter takes it back.
 * Null: none does, or the criterion is of another kind. That nobody has taken it back is not said by silence.
 */
export function judgeWithdrawal(
  { criterion, sources }: JudgeTask,
  page: Document,
  reader: string,
): (Verdict & ReadBy) | null {
  if (!isAboutAftermath(criterion) || !not.test(criterion)) return null
  const takenBack = withdrawalIn(sources, page)
  return (
    takenBack && {
      satisfied: 'no',
      confidence: 0.9,
      reasoning: `${takenBack.page === page ? 'The page itself' : 'A later page'} takes it back.`,
      spans: [takenBack.span],
      reader,
      notes: [],
    }
  )
}

const thisReport =
  /(?<!\p{L})(?:this|the|our|an earlier|diese[rn]?|der|cet(?:te)?) (?:report|article|story|paper|study|version|bericht|artikel|meldung|article)(?!\p{L})/iu
const correcting =
  /^[\s#>*]*(?:correction|corrected|clarification|retraction|retracted|erratum|berichtigung|korrektur|rectificatif)(?!\p{L})/iu

/** Words that take a report back: a note on its own page, or a later page that is a correction by its headline. */
function withdrawalIn(sources: readonly Document[], page: Document) {
  for (const source of sources) {
    const sentences = sentencesOf(source.text, source.language)
    const said = (words: RegExp) =>
      sentences.find(({ start, end }) => words.test(source.text.slice(start, end)))
    if (source === page) {
      const note = sentences.find(({ start, end }) => {
        const text = source.text.slice(start, end)
        return correcting.test(text) || (afterwards.test(text) && thisReport.test(text) && !not.test(text))
      })
      if (note) return { page: source, span: spanOf(source, note) }
    } else if (correcting.test(source.title ?? '') || afterwards.test(source.title ?? '')) {
      const stretch = said(correcting) ?? said(afterwards) ?? sentences[0]
      if (stretch) return { page: source, span: spanOf(source, stretch) }
    }
  }
  return null
}
