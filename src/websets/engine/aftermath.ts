import { sentencesOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { spanOf, type JudgeTask, type OpenReader, type Reading } from '../../reader/index.ts'

const undoing =
  '(?:denied|den(?:ial|ies)|corrected|correction|retracted|withdrawn|disputed|refuted|amended|revoked|taken back|dementiert|berichtigt|zurückgezogen|widerrufen|korrigiert|démentie?|rectifiée?|rétractée?|corrigée?|retirée?)'

/** A criterion about what became of a report or a paper, not about what it says. */
const afterwards = new RegExp(`(?<!\\p{L})${undoing}(?!\\p{L})`, 'iu')
const not =
  /(?<!\p{L})(?:(?:has|have|was|were|is|are)(?: not|n['’]t)(?: been)?|(?:has|have)? ?never(?: been)?|(?:wurde|ist) nicht|n['’]a (?:pas|jamais) été)(?!\p{L})/iu

export const isAboutAftermath = (criterion: string): boolean => afterwards.test(criterion)

/**
 * Judges “has not been denied or corrected”. No page says that nobody has taken something back: what can be looked
 * for is a page that does, and whoever looked for it (among the report's own pages and the later ones on the same
 * matter) can say that there is none. Null: the criterion is of another kind.
 */
export async function judgeAftermath(
  reader: Pick<OpenReader, 'judge' | 'name'>,
  task: JudgeTask,
  page: Document,
  reading: Reading,
): Promise<Awaited<ReturnType<OpenReader['judge']>> | null> {
  if (!isAboutAftermath(task.criterion) || !not.test(task.criterion)) return null
  const takenBack = withdrawalIn(task.sources, page)
  if (takenBack)
    return {
      satisfied: 'no',
      confidence: 0.9,
      reasoning: `${takenBack.page === page ? 'The page itself' : 'A later page'} takes it back.`,
      spans: [takenBack.span],
      reader: reader.name,
      notes: [],
    }
  const opposite = task.criterion.replace(not, affirmed)
  const taken = await reader.judge({ ...task, criterion: opposite }, reading)
  if (taken.satisfied === 'yes') return { ...taken, satisfied: 'no' }
  const report = firstStatement(page)
  if (!report) return { ...taken, satisfied: 'unclear' }
  const pages = task.sources.length === 1 ? 'its page' : `the ${task.sources.length} pages on the matter`
  return {
    ...taken,
    satisfied: 'yes',
    confidence: 0.75,
    reasoning: `Nothing on ${pages} that are in the index takes it back.`,
    spans: [report],
  }
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

const affirmed = (denied: string): string =>
  /^n['’]/i.test(denied) ? 'a été' : /^(?:wurde|ist)/i.test(denied) ? 'wurde' : 'has been'

/** The first full sentence of a page: what it is there to say. */
export function firstStatement(page: Document) {
  const first = sentencesOf(page.text, page.language).find(({ start, end }) => {
    const text = page.text.slice(start, end)
    return text.length >= 20 && /[.!?]["”»)]*$/.test(text) && !/^[#|>*-]/.test(text)
  })
  return first && spanOf(page, first)
}
