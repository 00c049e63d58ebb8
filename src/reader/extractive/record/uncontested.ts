import type { JudgeTask, Verdict } from '../../reader.ts'
import { placeOf } from '../place-of.ts'
import { claim, placesOf, sentenceAt } from './claim.ts'

const asked =
  /^(?:it |the (?:report|news|article|story|deal) )?(?:has|have|was|were) (?:not|never)(?: been)?(?: (?:later|since))? (?:(?:denied|corrected|retracted|withdrawn|refuted|disputed)(?:,? (?:or|and|nor) )?)+(?: later| since)?$/iu
/** Anything that takes a report back, or says that somebody contradicts it. */
const contested =
  /(?<!\p{L})(?:correct(?:ion|ed|s)|denie[sd]|denial|retract\p{L}*|withdr\p{L}+|refut\p{L}+|disput\p{L}+|clarification|erratum|in error|rumou?r\p{L}*|unconfirmed|richtigstellung|korrektur|korrigiert|dementi\p{L}*|bestreitet|rectificatif|dément\p{L}*)(?!\p{L})/iu
/** Who it concerns, or who decides on it, says so. */
const confirmed =
  /(?<!\p{L})(?:announced|confirmed|signed|completed|approved|cleared|clears|has agreed|have agreed|agreed to|(?:the (?:company|companies|buyer|board|authority|regulator)|both (?:companies|sides)|chief executive \p{Lu}\p{L}+ \p{Lu}\p{L}+|it|they) said|said in a statement|teilte[^.;]{0,40} mit|gab[^.;]{0,30} bekannt|bestätigt\p{L}*|freigegeben|unterzeichnet|a annoncé|a confirmé|ont signé)(?!\p{L})/giu
const hearsay =
  /(?<!\p{L})(?:people familiar|sources|reportedly|said to|according to (?:people|persons|a report)|could|may|might|in talks|angeblich|könnte|aurait|serait|not|nicht|pas)(?!\p{L})/iu

/**
 * “The report has not been denied or corrected”: a report that rests on the word of those it concerns, on a page
 * without a note that takes it back. Silence alone says nothing.
 */
export function judgeUncontested({ criterion, subject, sources }: JudgeTask): Verdict | null {
  if (!asked.test(criterion.trim().replace(/\.$/, ''))) return null
  if (sources.some(({ text }) => contested.test(text))) return null
  for (const page of sources.filter(({ url, title }) => url === subject.url || title === subject.name))
    for (const { index } of placesOf(page.text, confirmed)) {
      const sentence = sentenceAt(page, index)
      if (hearsay.test(sentence.quote)) continue
      return claim(
        'yes',
        `${placeOf(page)} tells it on the word of those it concerns, and takes nothing back.`,
        [sentence],
        0.8,
      )
    }
  return null
}
