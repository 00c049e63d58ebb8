import type { Subject } from '../../reader.ts'
import { forceAt } from './clauses.ts'
import type { Condition } from './condition.ts'
import { fieldsNamed } from './field-words.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { asksForKind, isOfAnother } from './kind-asked.ts'
import type { Statement } from './page-text.ts'

const kinds =
  'company|firm|business|start-?up|manufacturer|maker|provider|vendor|group|organi[sz]ation|unternehmen|firma|entreprise|société'
const asked = [
  new RegExp(
    String.raw`^(?:is |are |ist |est )?(?:an? |ein |eine |une? )?(?<field>[\p{L} -]+?)[ -](?:${kinds})$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:(?:is|are|works?|working|operates?|active|specialis(?:es|ed)|specializ(?:es|ed)|focus(?:es|ed)?|ist|arbeitet|tätig|travaille) )+(?:in|on|im|in der|dans) (?:the (?:field|area) of )?(?:the |der |die |le |la |l['’])?(?<field>[\p{L} -]+?)(?: (?:sector|industry|field|space|business|market|branche))?$`,
    'iu',
  ),
]
const askedOfWork =
  /^(?:is about|deals with|is related to|handelt von|parle de|traite de) (?:the )?(?<field>[\p{L} -]+)$/iu

/** What a company says of itself comes first on its page. */
const opening = 14
/** A work of fewer words than this may leave out what it is about. */
const wholeWork = 80

/**
 * “Is a logistics company”, “works in healthcare”: by what the subject says that it is and does. An article or a paper
 * without a word of a field is not about it.
 */
export function decideField(condition: Condition, source: Source, { type }: Subject): Finding[] {
  const { text, mode, window, comparison } = condition
  if (mode !== 'state' || window !== null || comparison !== null) return []
  const isWork = type === 'article' || type === 'research_paper'
  const name = isWork
    ? askedOfWork.exec(text)?.groups?.['field']
    : asked.map((pattern) => pattern.exec(text)?.groups?.['field']).find((found) => found !== undefined)
  const fields = name === undefined ? [] : fieldsNamed(name)
  const [field] = fields
  if (!field || !source.about.isAboutSubject) return []
  if (isWork) return decideWork(condition, source, fields)
  for (const statement of source.page.statements.slice(0, opening)) {
    if (!defines(statement, source)) continue
    const spoken = source.about.names ? blanked(statement.text, source.about.names) : statement.text
    for (const { words } of fields)
      for (const found of spoken.matchAll(words)) {
        const start = statement.start + found.index
        const place = { start, end: start + found[0].length }
        const force = forceAt(statement, [place])
        // Whoever makes scanners for clinics works in healthcare, and is no clinic.
        if (asksForKind(condition) && isOfAnother(statement, [place])) continue
        if (force.denied === false && force.mood === 'fact')
          return [finding('yes', statement, source, `the page says that it ${text}`)]
      }
  }
  return []
}

/** “Acme makes pumps”, “we run a bakery”, “a bakery in Leeds”: what it is, not what happened to it. */
function defines(statement: Statement, { about }: Source): boolean {
  const { kind, text } = statement
  if (kind === 'heading') return about.isOwnPage && !text.endsWith('?')
  if (kind !== 'sentence' || about.of(statement) !== 'own') return false
  const start = /^(?:\P{L}*(?:the |die |der |das |la |le |l['’])?)/iu.exec(text)?.[0].length ?? 0
  const named = about.names?.exec(text)
  const isSubject =
    (named !== null && named !== undefined && named.index <= start + 1) ||
    /^\P{L}*(?:we|i|our (?:company|team)|wir|ich|nous|je|the company|it|she|he)(?!\p{L})/iu.test(text)
  return isSubject && doing.test(text)
}

const doing =
  /(?<!\p{L})(?:is an?|are an?|am an?|is the|was founded|work|works|designs?|makes?|builds?|develops?|manufactures?|produces?|provides?|offers?|sells?|operates?|runs?|supplies|supply|helps?|creates?|transports?|carr(?:y|ies)|bakes?|baking|brews?|grows?|leads?|studies|research\p{L}*|teach\p{L}*|treats?|speciali[sz]es?|focus(?:es)?|ist ein\p{L}*|sind ein\p{L}*|baut|bauen|entwickel\p{L}*|fertig\p{L}*|stell\p{L}+|biete\p{L}*|transport\p{L}*|betreib\p{L}*|produzier\p{L}*|est une?|fabriqu\p{L}*|développ\p{L}*|conçoi\p{L}*|propos\p{L}*|produi\p{L}*|exploit\p{L}*)(?!\p{L})/iu

const blanked = (text: string, names: RegExp): string =>
  text.replaceAll(new RegExp(names, 'giu'), (found) => ' '.repeat(found.length))

function decideWork({ text }: Condition, source: Source, fields: ReturnType<typeof fieldsNamed>): Finding[] {
  const { statements, document } = source.page
  const [title] = statements
  if (!title || !source.about.isOwnPage || document.text.split(/\s+/).length < wholeWork) return []
  const isSpoken = (said: string) => fields.some(({ words }) => said.search(words) >= 0)
  if (isSpoken(title.text) || (document.title !== null && isSpoken(document.title)))
    return [finding('yes', title, source, `its title says that it ${text}`)]
  return isSpoken(document.text)
    ? []
    : [finding('no', title, source, `not a word on the page belongs to “${text}”`)]
}

const finding = (verdict: 'yes' | 'no', statement: Statement, source: Source, why: string): Finding => ({
  verdict,
  rule: 'field',
  source,
  quote: quoteOf(statement, statement),
  why,
  at: asOf(source),
  strength: 1,
  isCorrection: false,
  isLasting: false,
})
