import { slug } from './page-address.ts'
import { eitherCase, literally, wordEnd, wordStart } from './patterns.ts'

/**
 * Who a statement is about. A page about one company speaks of others, too: rivals, customers, a university. A figure
 * is taken only when the words before it lead back to the page's own subject and to nobody nearer.
 */
export interface Subject {
  readonly name: string | null
  /** Finds the subject's names and the words that stand for it. */
  readonly own: RegExp
  /** Finds the words for others, besides their names. */
  readonly others: RegExp
  /** Words that mean whoever the sentence before was about. */
  readonly pronouns: RegExp
}

const companyNouns = [
  'company|firm|business|start-?up|group|enterprise|manufacturer|agency|studio|venture|scale-?up|maker',
  'Unternehmens?|Firma|Start-?up|Gruppe|Gesellschaft|Konzerns?|Herstellers?|Anbieters?|Betriebs?|Mittelständler|Spedition|Familienunternehmen|Dienstleister',
  'entreprise|société|groupe|jeune pousse|fabricant|éditeur|maison',
].join('|')
const definite = String.raw`(?:(?:the|this|our|das|die|der|dem|des|unser|unsere|unserem|dieses|le|la|cette|ce|notre) |l['’])`
const weWords = 'we|us|our team|wir|uns|nous|notre équipe'
const ourWords = 'our|unser|unsere|unserem|unseren|notre|nos'
const pronouns = 'it|its|they|their|es|sie|elle|il|son|sa'

/** Legal forms say what a company is in law, not what it is called. */
const legalForm =
  /[,\s]+(?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|plc|gmbh(?: ?& ?co\.? ?kg)?|ag|kg|ug|e\.?k|se|sa|sas|sasu|sarl|s\.?a\.?s?|s\.?r\.?l|spa|bv|b\.?v|nv|ab|oy|aps|a\/s|as|kk|pty|co|company|holding)\.?$/i

/** “Aldwick Instruments GmbH & Co. KG” is Aldwick Instruments. */
export const withoutLegalForm = (name: string): string => name.replace(legalForm, '').replace(legalForm, '')

/** Whether two names are the same but for their legal forms. */
export const sameName = (one: string, other: string): boolean =>
  one !== '' && slug(withoutLegalForm(one)) === slug(withoutLegalForm(other))

/** `speaksItself`: the page is the company's own, so that “we” is the company. */
export function companySubject(name: string | null, speaksItself: boolean): Subject {
  const names = name === null ? [] : aliasesOf(name)
  const words = [
    ...names,
    `${eitherCase(definite)}(?:${companyNouns})`,
    ...(speaksItself ? [eitherCase(weWords)] : []),
  ]
  return {
    name,
    own: new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'gu'),
    others: new RegExp(
      `${wordStart}(?:${speaksItself ? otherNouns : `${eitherCase(weWords)}|${eitherCase(ourWords)}|${otherNouns}`})${wordEnd}`,
      'gu',
    ),
    pronouns: new RegExp(`^(?:${pronouns})${wordEnd}`, 'iu'),
  }
}

const anyLegalForm = String.raw`(?:,? (?:GmbH(?: & Co\.? KG)?|AG|SE|KG|UG|Inc|Ltd|LLC|PLC|plc|Corp|SAS|SARL|SA|BV|B\.V|NV|AB|AS|Oy)\.?(?!\p{L}))?`

/** A first word alone means the company only where no further name follows: “Kestrel”, but not “Kestrel Capital”. */
function aliasesOf(name: string): string[] {
  const short = withoutLegalForm(name)
  const first = short.split(/\s+/)[0] ?? ''
  const aliases = [`${literally(short)}${anyLegalForm}`, literally(name)]
  if (first !== short && first.length >= 4)
    aliases.push(String.raw`${literally(first)}(?![\p{L}\p{N}]|[ -]\p{Lu})`)
  return aliases
}

/** Words for others than the subject, besides all names: what they have is not the subject's. */
const otherNouns =
  'university|institute|subsidiar(?:y|ies)|competitors?|rivals?|parent|foundation|customers?|clients?|partners?|investors?|companies|businesses|firms|start-?ups|organi[sz]ations|teams|department|division|spin-?offs?|predecessor|family|brothers?|founders?|' +
  'filiales?|concurrents?|partenaires?|investisseurs?|université|institut|maison mère|entreprises|sociétés|équipes'
const nameRun =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&'’.-]*(?: (?:of |& |de |für |for )?\p{Lu}[\p{L}\p{N}&'’.-]*)*/gu
/** Capitals that begin a sentence or name no one who could do or own something. */
const noActor = new Set(
  (
    'It They Es Sie Elle Il Unser Unsere Notre Nos The A An In ' +
    'On At By For From Since Until With Today Now Currently As After Before ' +
    'When While And But Its Our Their This That These There Together Across Over ' +
    'More About Around Some Nearly Almost Roughly Approximately Fully CEO CTO Der Die Das ' +
    'Den Dem Ein Eine Im Am Bei Mit Seit Heute Aktuell Derzeit Insgesamt Rund ' +
    'Etwa Über Mehr Knapp Und Nach Von Zum Zur Ende Anfang Mitte Jahr Jahre ' +
    'Jahren Hauptsitz Sitz Firmensitz Umsatz Mitarbeiter Mitarbeitende Standorten Weltweit Le La Les Un Une ' +
    'En À Au Aux Depuis Avec Aujourd Actuellement Fin Début Plus Près Environ Son ' +
    'Sa Ses Series Serie Série Seed Euro Millionen Mio Runde Finanzierungsrunde Monday Tuesday Wednesday ' +
    'Thursday Friday Saturday Sunday January February March April May June July August September October ' +
    'November December Januar Februar März Mai Juni Juli Oktober Dezember Headquartered Founded Based Established ' +
    'Backed Headquarters Gegründet Fondée Fondé Créée Basée Implantée Installée'
  ).split(' '),
)
const preposition =
  /(?:^|[\s(])(?:in|at|from|of|near|by|with|to|for|through|across|aus|bei|von|vom|mit|nach|für|durch|im|am|zu|zur|zum|à|au|de|du|des|d['’]|chez|par|avec|près de|en|led by)\s(?:(?:the|der|den|dem|la|le|les)\s)?$/i
/** Behind these begins a statement of its own. */
const clauseEnd = /[;:]\s|\s[–—-]\s|,? (?:while|whereas|but|während|aber|wohingegen|tandis que|mais) /g

export type Attribution = 'own' | 'other' | 'nobody'

/** Whom the words before a statement lead to, the nearest first; `previous` tells whom “it” means. */
export function attribute(before: string, subject: Subject, previous: () => Attribution): Attribution {
  const start = [...before.matchAll(clauseEnd)].reduce((_, match) => match.index + match[0].length, 0)
  const clause = before.slice(start)
  let own = -1
  const masked = clause.replaceAll(subject.own, (found: string, at: number) => {
    own = Math.max(own, at)
    return ' '.repeat(found.length)
  })
  const other = lastOther(masked, subject.others)
  if (own < 0 && other < 0) return subject.pronouns.test(clause.trimStart()) ? previous() : 'nobody'
  return own > other ? 'own' : 'other'
}

function lastOther(clause: string, others: RegExp): number {
  let last = -1
  for (const match of clause.matchAll(others)) last = Math.max(last, match.index)
  for (const match of clause.matchAll(nameRun)) {
    if (preposition.test(clause.slice(0, match.index))) continue
    const names = match[0].split(' ').filter((word) => !noActor.has(word.replace(/\.$/, '')))
    if (names.length === 0 || /^\p{Lu}\p{Ll}+(?:ed|ing)$/u.test(match[0])) continue
    last = Math.max(last, match.index)
  }
  return last
}

const negation =
  /(?<!\p{L})(?:not|never|no longer|neither|nor|denied|denies|nicht|nie|niemals|kein|keine|keinen|keiner|jamais|aucune?)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})(?:ne |n['’]\p{L})/u
/** Lower case only: “May 2024” is a date. */
const hypothesis = new RegExp(
  String.raw`(?<!\p{L})(?:` +
    [
      'would|could|may|might|should|will|planned|planning|reportedly|allegedly|rumou?red|said to|in talks|up to|[Ii]f|[Ii]magine|[Ss]uppose|forecasts?|projected|is expected|are expected|on track',
      '(?:plans?|aims?|aiming|hopes?|hoping|intends?|seeks?|seeking|wants?|looking|expects?|expecting) to',
      String.raw`soll|sollen|sollte|wollen|möchten?|planen|plant|geplant|strebt|angeblich|könnten?|würden?|[Ww]enn|[Ff]alls|bis zu|(?:wird|werden) .*(?:beschäftigen|erreichen|erzielen|erhalten|haben|liegen)`,
      "prévoit|prévoient|envisage|devraient|devrait|souhaite|cherche à|pourrait|aurait|serait|espère|vise à|ambitionne|jusqu['’]à|[Ss]i",
    ].join('|') +
    String.raw`)(?!\p{L})`,
  'u',
)

/** Whether a statement is denied, or about what may be rather than what is. */
export const isUncertain = (statement: string): boolean =>
  negation.test(statement) || hypothesis.test(statement)
