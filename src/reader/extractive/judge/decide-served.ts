import type { Condition, Slot } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { matchSlots, type Match } from './match.ts'
import { forceOf } from './meant.ts'
import { tokensOf } from './tokens.ts'
import { hasConcept } from './verbs.ts'

const asked =
  /^(?:mainly |mostly )?(?:sells? (?:\p{L}+ )?to|serv(?:es|ing)|suppl(?:ies|y|ying)(?: to)?|(?:its |main )?customers (?:include|are)|has customers (?:in|among)|caters (?:to|for)|targets|(?:is )?(?:used|bought) by|beliefert|verkauft an|(?:ses )?clients sont|fournit|vend (?:à|aux))(?!\p{L})/iu
/** “For banks”, “to banks”, “helps banks”, “our customers are banks”: said just before those who are served. */
const servedBefore =
  /(?<!\p{L})(?:for|to|serv\p{L}+|suppl\p{L}+|helps?|customers|clients|clientele|used by|für|an|beliefer\p{L}*|kunden|pour|aux?|fourni\p{L}*)(?!\p{L})[^.;:]{0,70}$/iu
const servedAfter = /^[^.;]{0,50}?\s(?:use|rely on|trust|buy|order|nutzen|verwenden|utilisent)\s/iu

const general = new Set(
  tokensOf('industry sector industries sectors customers clients branche secteur').map(({ stem }) => stem),
)

/** “Sells to hospitals”: what a company makes “for hospitals”, or hospitals use, it sells to them. */
export function decideServed(condition: Condition, source: Source): Finding[] {
  const { text, mode, window, comparison } = condition
  if (mode !== 'state' || window !== null || comparison !== null || !asked.test(text)) return []
  const slots = condition.slots.filter((slot) => !isFrame(slot))
  const isNamed = slots.length > 0 && slots.every(({ isName, place }) => !isName && place === null)
  if (!isNamed || slots.length === condition.slots.length) return []
  for (const statement of source.page.statements) {
    const about = source.about.of(statement)
    if (statement.kind === 'heading' || statement.kind === 'row' || about !== 'own') continue
    const match = matchSlots(statement, slots)
    if (!match || match.above > 0 || !isServed(match)) continue
    const force = forceOf(match)
    if (force.denied !== false || force.mood !== 'fact') continue
    return [
      {
        verdict: 'yes',
        rule: 'stated',
        source,
        quote: quoteOf(statement, match),
        why: `the page says whom it works for: “${text}”`,
        at: asOf(source),
        strength: 1,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}

/** The verb, and nouns that say no more than that somebody is served. */
const isFrame = (slot: Slot): boolean =>
  (slot.isVerb && !hasConcept({ slots: [slot] }, ['make'])) ||
  hasConcept({ slots: [slot] }, ['customer', 'sell', 'supply', 'serve']) ||
  slot.stems.every((stem) => general.has(stem))

function isServed({ statement, start, end }: Match): boolean {
  const before = statement.text.slice(0, start - statement.start)
  return servedBefore.test(before) || servedAfter.test(statement.text.slice(end - statement.start))
}
