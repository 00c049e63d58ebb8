import { placeNamed } from '../values/index.ts'
import type { FieldFormat, Subject } from '../../reader.ts'
import type { NumberKind } from './ask.ts'
import { conceptsIn, fold, tokensOf, type Token } from './concepts.ts'
import { roleAt } from './roles.ts'
import { prefixAt, type Term } from './terms.ts'

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how if in into is it its may more most no not of on or our should so some such than that the their them then there these they this those to was we were what when where which who whom whose why will with would you your he his her she those after before during since until about between under over within without against both also only up ago ' +
    'der die das den dem des ein eine einer eines einem und oder nicht mit von zu zum zur im in ist sind war auf fur als auch wie wer was wo bei aus nach uber ' +
    'le la les un une des du de et ou en est sont dans pour par sur avec que qui ne pas au aux d l combien quel quelle ' +
    'use uses using latest newest recent aktuell aktuelle aktueller aktuelles aktuellen derzeit derzeitige derzeitigen gesamt actuel actuelle current currently today now present exact official stated known given please give find list all any if available its company companys firm organisation organization business unternehmen firma entreprise societe per pro ' +
    'took takes taking held conducted carried ' +
    'factor number count amount quantity size figure value how many much name names date dates year month day time annee mois jour woche anzahl zahl hohe betrag datum tag jahr monat nom nombre montant'
  ).split(' '),
)
/** Words that only say which format is wanted. */
const formatWords: Partial<Record<FieldFormat, ReadonlySet<string>>> = {
  email: new Set(
    'contact kontakt email e mail emails address adresse adresses courriel electronique mel'.split(' '),
  ),
  phone: new Set(
    'phone telephone tel number numbers telefon telefonnummer nummer numero line rufnummer fax telefax faxnummer extension format code'.split(
      ' ',
    ),
  ),
  url: new Set('url link address adresse page web'.split(' ')),
  date: new Set('date when datum due'.split(' ')),
}

/** Concepts that only say which format is wanted. */
const formatConcepts: Partial<Record<FieldFormat, readonly string[]>> = {
  email: ['email', 'address'],
  phone: ['telephone'],
}
const placeWords =
  /^(?:city|cities|towns?|country|countries|place|location|region|continent|state|stadt|ort|land|ville|lieu|pays)$/i

/** The words of a description that a source must say beside the value, with what each of them counts. */
export function termsAsked(
  text: string,
  format: FieldFormat,
  subject: Subject,
  { isShare, numberKind }: { readonly isShare: boolean; readonly numberKind: NumberKind },
): Term[] {
  const isContact = format === 'email' || format === 'phone' || format === 'url'
  const asked = isContact ? text.replace(whoWants, ' ') : text
  const terms = kindsSoftened(termsIn(asked, format, subject, isShare))
  return softened(moneySoftened(isContact ? contactsSoftened(terms, asked, format) : terms, numberKind))
}

function termsIn(asked: string, format: FieldFormat, subject: Subject, isShare: boolean): Term[] {
  const text = asked
    .replaceAll(/[’']s(?!\p{L})/gu, '')
    .replace(/(?<!\p{L})international (?=format|code|dial|notation)/giu, '')
    .replace(/(?<=(?<!\p{L})(?:press|media)) office(?!\p{L})/iu, '')
    .replace(/(?<!\p{L})(?:takes?|took|taken|taking) place(?!\p{L})/iu, '')
  const own = new Set(tokensOf(subject.name ?? '').map(({ stem }) => stem))
  const isSelf = subject.type === 'company' || subject.type === 'person'
  const skip = formatWords[format]
  const tokens = tokensOf(text)
  const hits = conceptsIn(tokens)
  const terms: Term[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) continue
    if (
      /^(?:Series|Serie|Série|Phase|Round|Tier|Level|Version|Turbine|Model)$/.test(token.text) &&
      /^(?:\p{Lu}|\d[\d.]*|[IVX]+)$/u.test(tokens[at + 1]?.text ?? '')
    ) {
      const next = tokens[at + 1]
      terms.push({
        text: `${token.text} ${next?.text}`,
        stems: [token.stem, next?.stem ?? ''],
        concepts: [],
        weight: 1.3,
        isName: true,
      })
      at++
      continue
    }
    const model = modelAt(text, tokens, at)
    if (model) {
      terms.push(model)
      at++
      continue
    }
    const version = versionAt(text, tokens, at)
    if (version) {
      terms.push(version)
      while ((tokens[at + 1]?.start ?? Infinity) < token.start + version.text.length) at++
      continue
    }
    // A round of funding is named by its kind.
    if (/^seed$/i.test(token.text)) {
      terms.push({
        text: token.text,
        stems: [token.stem],
        concepts: [],
        weight: 1.3,
        isName: true,
        prefix: prefixAt(text, token.start) || undefined,
      })
      continue
    }
    const title = format === 'date' || format === 'number' ? roleAt(text, token.start) : null
    if (title) {
      terms.push({
        text: title.words,
        stems: [token.stem],
        concepts: [],
        weight: 1,
        isName: false,
        pattern: title.role.pattern,
      })
      while ((tokens[at + 1]?.start ?? Infinity) < token.start + title.words.length) at++
      continue
    }
    const longest = hits
      .filter(({ from, to }) => from === at && to - from > 1)
      .toSorted((a, b) => b.to - a.to)[0]
    const size = longest ? longest.to - longest.from : 1
    const word = text.slice(token.start, tokens[at + size - 1]?.end)
    const plain = fold(token.text)
    const isName =
      size === 1 &&
      !skip?.has(plain) &&
      ((/^\p{Lu}/u.test(token.text) &&
        (at > 0 || isPlanName(tokens[1]?.text)) &&
        !isGermanNoun(text) &&
        !/^(?:E|I)$/.test(token.text)) ||
        /\d/.test(token.text))
    const dropped =
      size === 1 &&
      !isName &&
      (stopWords.has(plain) || skip?.has(plain) || (plain.length < 2 && !/\d/.test(plain)))
    const concepts = [
      ...new Set(
        hits
          .filter(({ from, to }) => from === at && to <= at + size && (size === 1 || to === at + size))
          .map(({ concept }) => concept)
          // What was closed is no deadline, and need not have been an end.
          .filter((concept) => !(/^closed$/i.test(word) && /^(?:deadline|end|closing)$/.test(concept))),
      ),
    ]
    const isFormat =
      (concepts.length > 0 && concepts.every((concept) => formatConcepts[format]?.includes(concept))) ||
      ((format === 'text' || format === 'options') && placeWords.test(word))
    if (!dropped && !isFormat && !(isSelf && size === 1 && own.has(token.stem)))
      terms.push({
        text: word,
        stems: tokens.slice(at, at + size).map(({ stem }) => stem),
        concepts,
        weight: isName ? (/^\d+$/.test(token.text) ? 0.4 : 1.3) : weightOf(word, concepts, format, isShare),
        isName,
        prefix: prefixAt(text, token.start) || undefined,
        place: isName ? (placeNamed(word) ?? undefined) : undefined,
      })
    at += size - 1
  }
  return terms
}

/** “Stack-10” is not the Stack-40. */
function modelAt(text: string, tokens: readonly Token[], at: number): Term | null {
  const [token, number] = [tokens[at], tokens[at + 1]]
  if (!token || !number || text.slice(token.end, number.start) !== '-') return null
  if (!/^\p{Lu}/u.test(token.text) || !/^\d+\p{L}?$/u.test(number.text)) return null
  return {
    text: `${token.text}-${number.text}`,
    stems: [token.stem, number.stem],
    concepts: [],
    weight: 1.3,
    isName: true,
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${token.text}[- ]?${number.text}(?![\p{L}\p{N}])`, 'giu'),
  }
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** “The second version” is v2 in the list of its versions, and version 4.0 is no other. */
function versionAt(text: string, tokens: readonly Token[], at: number): Term | null {
  const numbered = /^version (?<number>\d+(?:\.\d+)*)/iu.exec(text.slice(tokens[at]?.start))
  if (numbered)
    return {
      text: numbered[0],
      stems: [tokens[at]?.stem ?? ''],
      concepts: [],
      weight: 1.3,
      isName: true,
      pattern: new RegExp(
        String.raw`(?<![\p{N}.])v?${numbered.groups!['number']!.replaceAll('.', String.raw`\.`)}(?:\.0)*(?![\p{N}]|\.\p{N})`, // matched
        'giu',
      ),
    }
  const [ordinal, noun] = [tokens[at]?.text.toLowerCase() ?? '', tokens[at + 1]]
  const number = ordinals.indexOf(ordinal) + 1
  if (number === 0 || !/^version$/i.test(noun?.text ?? '')) return null
  return {
    text: `${ordinal} version`,
    stems: [tokens[at]?.stem ?? '', noun?.stem ?? ''],
    concepts: ['release'],
    weight: 1,
    isName: false,
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${ordinal} version|v(?:ersion|er\.)?[\s.]?${number}(?![\p{N}]|\.\p{N}))`,
      'giu',
    ),
  }
}

/** “Team plan”, “Solo ticket”: what comes first is a name. */
const isPlanName = (next: string | undefined): boolean =>
  /^(?:plan|package|tier|edition|ticket|pass|licen[cs]e)$/i.test(next ?? '')

const soft = new Set(
  'price monthly annual daily average total latest general name position start end effective length duration weight distance height speed range area first'.split(
    ' ',
  ),
)
const planWords =
  /^(?:planned|expected|target|targeted|intended|projected|forecast|upcoming|next|nächste[rnsm]?|prochaine?|former|previous|geplante?r?|prévue?)$/i

/** What the kind of the value says already, and verbs, which every author chooses anew, count less. */
function weightOf(word: string, concepts: readonly string[], format: FieldFormat, isShare: boolean): number {
  if (planWords.test(word)) return 0.2
  if (/^(?:own|eigene[nrs]?|propres?)$/i.test(word)) return 0.3
  // “Date the museum first opened”, where its page says that it opened.
  if (format === 'date' && /^(?:first|last|latest|newest)$/i.test(word)) return 0.3
  if (/^(?:maximum|minimum|max|min|highest|lowest|approximate|estimated?)$/i.test(word)) return 0.4
  if (/^(?:personal|private|direct|work|business|new)$/i.test(word)) return 0.3
  // Of a row of prices one is the cheapest without being called so.
  if (/^(?:cheapest|dearest|paid)$/i.test(word)) return 0.2
  if (isShare && concepts.includes('share')) return 0.3
  if (format === 'number' && concepts.some((concept) => soft.has(concept))) return 0.45
  if (format === 'date' && concepts.some((concept) => concept === 'start' || concept === 'end')) return 0.5
  if (
    concepts.length === 0 &&
    /(?:ed|ing|ly)$|^(?:held|made|sold|built|paid|won|given|taken|kept|sent|spent|known|two|three|four|five|largest|biggest|drei|zwei|größten|größte)$/i.test(
      word,
    )
  )
    return 0.5
  return 1
}

/** What the page is about need not be said beside each of its facts: “study start”, “date of the festival's end”. */
const kindWords =
  /^(?:study|trial|conference|congress|symposium|festival|fair|expo|marathon|event|app|project|course|programme|program|exhibition|museum|school|club|product|book|paper|article|dataset|software|tool|report|vacancy|organi[sz]ation|charity|restaurant|hotel|clinic|practice|Verein|Studie|Konferenz|Veranstaltung|Projekt|étude|festival|projet|produit)$/i

/** “Prize money”, “training budget”: an amount says by itself that it is money. */
const moneySoftened = (terms: readonly Term[], numberKind: NumberKind): Term[] =>
  numberKind === 'money' && terms.some(({ text, weight }) => !amountWords.test(text) && weight >= 0.5)
    ? terms.map((term) => (amountWords.test(term.text) ? { ...term, weight: 0.3 } : term))
    : [...terms]
const amountWords = /^(?:money|budget|sum|allowance|amount)$/i

const kindsSoftened = (terms: readonly Term[]): Term[] =>
  terms.some(({ text, weight }) => !kindWords.test(text) && weight >= 0.4)
    ? terms.map((term) => (kindWords.test(term.text) ? { ...term, weight: term.weight * 0.3 } : term))
    : [...terms]

/** “For companies who want to sponsor”: what they want is what the contact is for. */
const whoWants =
  /(?<=\s)(?:for|of) \p{L}+ (?:who|that|which) (?:(?:want|wish|would like|need|like|have) (?:to )?)?/giu
/** “Online shop for spare parts”: an address is that of a shop or a form without its page saying so. */
const pageWords =
  /^(?:online|shop|store|form|repository|archive|portal|list|document|download|downloads|profile|site|website|webpage|PDF|Formular|Liste|formulaire|boutique|liste|user|complete|full|entire|detailed|valid|information|details)$/i
/** Whoever sits there may be a department, a desk or one person. */
const officeWords =
  /^(?:team|department|desk|staff|unit|division|section|people|colleagues?|line|hotline|questions?|enquir(?:y|ies)|inquir(?:y|ies)|queries|requests?|Abteilung|Stelle|service|équipe)$/i

function contactsSoftened(terms: readonly Term[], asked: string, format: FieldFormat): Term[] {
  const softWords = format === 'url' ? pageWords : officeWords
  // What one does there is said in other words than for what: “for ordering samples”.
  const doing = /(?<!\p{L})(?:for|to) (?<verb>\p{L}+ing) \p{L}/u.exec(asked)?.groups?.['verb']
  const weightOnPage = ({ text, weight }: Term): number =>
    softWords.test(text) ? 0.25 : text === doing ? 0.5 : weight
  return terms.some((term) => weightOnPage(term) >= 0.8)
    ? terms.map((term) => ({ ...term, weight: weightOnPage(term) }))
    : [...terms]
}

/** Beside a name other words matter less: a page that sells the “Team plan” may call it a package. */
function softened(terms: readonly Term[]): Term[] {
  const isNamed = terms.some(({ isName, text }) => isName && !/^\d+$/.test(text))
  return terms.map((term) =>
    isNamed && !term.isName && term.concepts.length === 0 ? { ...term, weight: term.weight * 0.5 } : term,
  )
}

/** German writes every noun with a capital. */
const isGermanNoun = (text: string): boolean =>
  /\b(?:der|die|das|des|dem|den|im|für|Anzahl|und|von|Aktuelle[rsn]?|Derzeitige[rsn]?|Erste[rsn]?|Eintritt|Preis|Umsatz)\b|[äöüß]|(?:zahl|jahr|datum|summe|preis|ung|schaft|nummer|beitrag|sitz)(?:\s|$)/.test(
    text,
  )
