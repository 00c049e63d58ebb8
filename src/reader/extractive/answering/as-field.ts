import type { FieldFormat } from '../../reader.ts'
import type { Expected, Question } from './question.ts'

/** A question as the field that it asks for. */
export interface AskedField {
  readonly description: string
  /** Absent where the question does not tell. */
  readonly format: FieldFormat | undefined
  readonly subject: string
}

const formats: Partial<Record<Expected, FieldFormat>> = {
  count: 'number',
  money: 'number',
  percent: 'number',
  number: 'number',
  date: 'date',
  email: 'email',
  phone: 'phone',
  url: 'url',
  name: 'text',
  place: 'text',
}

/** Questions that have a verb where a field has a noun. */
const verbs: readonly (readonly [RegExp, string])[] = [
  [/^who (?:founded|co-founded|started|set up|established)$/i, 'Founders'],
  [/^who (?:is )?(?:audits?|auditing)$/i, 'Auditor'],
  [/^who (?:bought|acquired|took over|is buying)$/i, 'Acquirer'],
  [/^how much (?:money )?(?:has|have|had|did) (?:raised?)(?: in total)?$/i, 'Total funding raised'],
  [/^wer (?:hat )?(?:gegründet|gründete)$/i, 'Gründer'],
  [/^qui a (?:fondé|créé)$/i, 'Fondateurs'],
  [/^who (?:is )?(?:leads|runs|heads|leading|running|heading)$/i, 'Chief executive officer'],
  [
    /^(?:when|in which year|what year) (?:was|were) (?:founded|established|set up|started|incorporated)$/i,
    'Date of foundation',
  ],
  [
    /^(?:when|in which year|what year) did (?:start|begin|open|launch)(?: (?:business|trading|operating))?$/i,
    'Date of foundation',
  ],
  [/^how old (?:is|are)$/i, 'Date of birth'],
  [/^when (?:is|was|does|do|did|will) (?:take place|be held|held|happen|start|begin)$/i, 'Start date'],
  [/^when (?:does|do|did|will|is|was) (?:end|finish|over|close)$/i, 'End date'],
  [/^wann findet statt$/i, 'Datum'],
  [/^wann (?:wurde|wurden) gegründet$/i, 'Gründungsjahr'],
  [/^quand a(?:-t-elle|-t-il)? été (?:fondée?|créée?)$/i, 'Date de création'],
  [/^where (?:is|are) (?:based|headquartered|located)$/i, 'City of the headquarters'],
  [
    /^how many (?:people|employees|staff|workers) (?:work|are employed|does employ|do employ|are there)(?: (?:at|for|by|in))?$/i,
    'Number of employees',
  ],
  [/^how many (?:people|employees|staff|workers) (?:does|do|did) (?:have|employ)$/i, 'Number of employees'],
]

const opening =
  /^(?:(?:what|which|who|wer|was|qui|quel(?:le)?s?) (?:is|are|was|were|ist|sind|war|waren|est|sont|était) (?:the |der |die |das |le |la |les |l['’])?|wie (?:lautet|hoch (?:ist|war)) (?:der |die |das )?|give me (?:the )?|tell me (?:the )?)/iu
const many =
  /^(?:how many|wie ?viele|combien d[e'’]) ?(?<what>.+?)\s(?:(?:does|do|did) (?:have|employ|own|hold|operate|run)|has|have|are there|hat|haben|gibt es|a-t-(?:elle|il)|ont|y a-t-il|compte|possède|emploie)$/iu

const whichDone =
  /^(?:what|which) (?<what>\p{L}+(?: \p{L}+)?) (?:does|do|did|has|have|can) (?<verb>\p{L}+)$/iu

/** Null: it asks for no single value of somebody, and has to be answered by sentences. */
export function asField(
  { text, kind, expects, times }: Question,
  subject: string | undefined,
): AskedField | null {
  const format = expects === null ? undefined : formats[expects]
  if (kind !== 'fact' || expects === 'reason' || subject === undefined) return null
  const plain = text
    .replace(/[?.!\s]+$/u, '')
    .replace(
      new RegExp(
        String.raw`(?:,? (?:of|at|by|for|from|von|bei|der|des|de|du|d['’]|chez)(?: the)?)?(?: the (?:company|firm|conference|festival|event|exhibition|trial|study|museum|school|club|app|charity))? ?(?<!\p{L})${literally(subject)}(?:['’]s?)?(?!\p{L})`,
        'u',
      ),
      ' ',
    )
    .replaceAll(
      /(?<!\p{L})(?:today|now|currently|at present|heute|derzeit|aktuell|aujourd['’]hui|actuellement)(?!\p{L})/giu,
      '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
  const known = verbs.find(([pattern]) => pattern.test(plain))?.[1]
  if (known !== undefined)
    return { description: known, format: /^(?:Date|Start|End|Datum)/.test(known) ? 'date' : format, subject }
  // “Which languages does she speak”: the noun is asked for, as the verb has it.
  const done = whichDone.exec(plain)?.groups
  if (done) return { description: `${done['what']} ${done['verb']}`, format: format ?? 'text', subject }
  const counted = many.exec(plain)?.groups?.['what']
  if (counted !== undefined && times.length === 0)
    return { description: `Number of ${counted}`, format, subject }
  const noun = plain.replace(opening, '').replace(/ (?:called|named|genannt|appelée?)$/iu, '')
  return noun !== plain && noun !== '' ? { description: noun, format, subject } : null
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export interface AskedCriterion {
  readonly criterion: string
  readonly subject: string
}

/** “Is Kestrel profitable?” → “Is profitable”, as something that can be judged of Kestrel. */
export function asCriterion({ text, kind }: Question, subject: string | undefined): AskedCriterion | null {
  if (kind !== 'yes-no' || subject === undefined) return null
  const plain = text.replace(/[?.!\s]+$/u, '')
  const at = plain.indexOf(subject)
  const auxiliary = plain
    .slice(0, at)
    .replace(/\s*(?:the|der|die|das|le|la)?\s*$/iu, '')
    .trim()
  const rest = plain
    .slice(at + subject.length)
    .replace(/^['’]s?/, '')
    .trim()
  if (rest === '' || auxiliary.split(' ').length > 2) return null
  if (/^(?:do|does)$/i.test(auxiliary)) return { criterion: thirdPerson(rest), subject }
  if (/^did$/i.test(auxiliary)) return { criterion: `Did ${rest}`, subject }
  return { criterion: `${auxiliary} ${rest}`, subject }
}

/** “offer an API” → “Offers an API”. */
export function thirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ')
  const said =
    verb === 'have'
      ? 'has'
      : /(?:s|x|z|ch|sh|o)$/.test(verb)
        ? `${verb}es`
        : /[^aeiou]y$/.test(verb)
          ? `${verb.slice(0, -1)}ies`
          : `${verb}s`
  return [said.charAt(0).toUpperCase() + said.slice(1), ...rest].join(' ')
}
