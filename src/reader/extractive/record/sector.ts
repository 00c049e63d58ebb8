import { contentWords, sameStem, wordsOf } from '../../../contents/index.ts'
import type { JudgeTask, Verdict } from '../../reader.ts'
import { placeOf } from '../place-of.ts'
import { claim, lineAt, placesOf } from './claim.ts'

const asked =
  /^(?:is |works? |operates? |is active |active )+in (?:the )?(?<sector>[\p{L} -]+?)(?: sector| industry| field| space| business| market)?$|^is an? (?<kind>[\p{L} -]+?) (?:company|business|firm|start-?up)$/iu
const label =
  /^[\s|*]*(?:industr(?:y|ies)|sectors?|field|branche|secteur(?: d['’]activité)?)\s*[:|*]+\s*(?<value>[^|\n]{2,80})/gimu

/** “Is active in the energy sector”, “works in robotics”: by what an entry labels as the company's industry. */
export function judgeSector({ criterion, sources }: JudgeTask): Verdict | null {
  const groups = asked.exec(criterion.trim().replace(/\.$/, ''))?.groups
  const wanted = contentWords(groups?.['sector'] ?? groups?.['kind'] ?? '')
  if (wanted.length === 0) return null
  for (const page of sources)
    for (const found of placesOf(page.text, label)) {
      const words = wordsOf(found.groups?.['value'] ?? '')
      if (!wanted.every((word) => words.some((other) => sameStem(word, other)))) continue
      const reasoning = `On ${placeOf(page)}, its industry is given as ${found.groups?.['value']?.trim() ?? ''}.`
      return claim('yes', reasoning, [lineAt(page, found.index + 1)])
    }
  return null
}
