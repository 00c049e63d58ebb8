import type { Condition } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { meaningsOf } from './mentions.ts'

const publicFunder =
  /(?<!\p{L})(?:research (?:council|foundation|fund)|science (?:foundation|council|centre)|ministry|ministerium|ministère|government|horizon europe|european research council|erc|national institutes? of|nih|nsf|dfg|anr|forschungsgemeinschaft|environment fund|wellcome|public funds|universit\p{L}*|académie|academy of)(?!\p{L})/iu
const firm =
  /(?<!\p{L})(?:inc|ltd|llc|gmbh|ag|plc|sa|sas|corp|as|ab|oy|bv|company|companies|industry|industrial|pharma\p{L}*|manufacturer|producer|entreprise|unternehmen)(?!\p{L})/iu

/** Whoever tells its funders, and names only public ones, was not paid by industry. */
export function decidePaidByPublic({ text }: Condition, source: Source): Finding[] {
  const funding = source.page.statements.filter(
    (statement) =>
      statement.kind !== 'heading' &&
      (meaningsOf(statement).some(({ concept }) => concept === 'fund') ||
        /^(?:funding|förderung|financement)/iu.test(statement.heading?.text ?? '')),
  )
  const statement = funding.find((one) => publicFunder.test(one.text))
  if (!statement || funding.some((one) => firm.test(one.text))) return []
  return [
    {
      verdict: 'no',
      rule: 'opposite',
      source,
      quote: quoteOf(statement, statement),
      why: `the page names other funders: “${text}”`,
      at: asOf(source),
      strength: 1,
      isCorrection: false,
      isLasting: false,
    },
  ]
}
