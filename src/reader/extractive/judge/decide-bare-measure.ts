import { compare, isSameMeasure } from './comparison.ts'
import type { Comparison, Condition } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { quantitiesOf } from './mentions.ts'
import { hasConcept } from './verbs.ts'

const dimensions: Readonly<Record<string, string>> = { mass: 'weight', data: 'size-measure' }

/** “Costs under $300”, “weighs less than 300 g”: what is measured is the thing itself. */
export const isBareMeasure = ({ slots, comparison }: Condition & { comparison: Comparison }): boolean =>
  slots.length <= 1 &&
  ((comparison.currency !== null && (slots.length === 0 || hasConcept({ slots }, ['price']))) ||
    (comparison.dimension !== null &&
      comparison.dimension !== 'time' &&
      comparison.dimension !== 'percent' &&
      (slots.length === 0 ||
        hasConcept({ slots }, [dimensions[comparison.dimension] ?? 'size-measure', 'weight']))))

/** A line that is nothing but an amount or a measure, where the page has only one of its kind. */
export function decideBareMeasure(
  condition: Condition & { comparison: Comparison },
  source: Source,
): Finding[] {
  const { comparison } = condition
  if (!source.about.isAboutSubject) return []
  const { text } = source.page.document
  const bare = source.page.statements.flatMap((statement) => {
    const quantities = quantitiesOf(statement, source.page).filter((quantity) =>
      isSameMeasure(quantity, comparison),
    )
    const covered = statement.tokens.every(({ start, end }) =>
      quantitiesOf(statement, source.page).some((quantity) => quantity.start <= start && quantity.end >= end),
    )
    return covered && quantities.length === 1 ? quantities.map((quantity) => ({ quantity, statement })) : []
  })
  const [only, ...others] = bare
  if (!only || others.length > 0) return []
  const fits = compare(only.quantity, comparison)
  if (fits === null) return []
  return [
    {
      verdict: fits ? 'yes' : 'no',
      rule: 'number',
      source,
      quote: quoteOf(only.statement, only.quantity),
      why: `the page gives ${text.slice(only.quantity.start, only.quantity.end)}, which is ${fits ? '' : 'not '}${comparison.text}`,
      at: asOf(source),
      strength: 2,
      isCorrection: false,
      isLasting: false,
    },
  ]
}
