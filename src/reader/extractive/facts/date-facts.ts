import type { Moment } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { besideAnother } from './beside-another.ts'
import type { Fact, Reach } from './fact.ts'
import { matchAt } from './match.ts'
import { clauseAt, modalityOf } from './modality.ts'
import { numbersOf } from './numbers.ts'
import { ownDeed } from './own-deed.ts'
import { isStruckOut, type Piece, type Source } from './source.ts'
import { ownerOf } from './owner-asked.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Every date of a source that may be what is asked for. */
export function dateFacts(ask: Ask, source: Source, subject: Subject, reach: Reach = 'said'): Fact[] {
  const view = viewOf(source, subject)
  if (view.relation === 'none') return []
  const isWork = subject.type === 'article' || subject.type === 'research_paper'
  const facts: Fact[] = []
  for (const piece of source.pieces) {
    if (piece.kind === 'code') continue
    const { moments } = numbersOf(piece, source)
    const text = piece.plain.text
    for (const moment of moments) {
      if (isOtherEdge(ask, text.slice(0, moment.start), moment.edge)) continue
      if (ask.concepts.has('born') && !isOfBirth(text.slice(Math.max(0, moment.start - 200), moment.start)))
        continue
      if (isOfOtherVersion(ask, piece)) continue
      if (isStruckOut(source, piece.plain.span(moment.start, moment.end).start)) continue
      if (isOfOtherEdition(ask, subject, moment.date) || isFarFromAsked(ask, moment.date)) continue
      if (isOfNote(text, moment)) continue
      if (announces.test(text.slice(0, moment.start)) && !announces.test(ask.description)) continue
      const rivals = moments.filter((other) => other !== moment)
      const site = {
        piece,
        start: moment.start,
        end: moment.end,
        rivals,
        extra: moment.edge !== undefined && ask.concepts.has(moment.edge) ? moment.edge : undefined,
      }
      const { score, head, names } = matchAt(ask, source, site)
      const isOwnDate =
        isWork &&
        ask.concepts.has('publication') &&
        (isPublished(source, moment.date) || /(?<!\p{L})(?:vol(?:ume|\.)|pp\.)/u.test(text)) &&
        piece.kind !== 'heading'
      const isSince =
        (subject.type === 'company' || subject.type === undefined) &&
        ask.head?.concepts.includes('founded') === true &&
        names === 1 &&
        (sinceThen(text, moment) ||
          (piece.kind === 'heading' && view.relation === 'own' && endsSince(text, moment)))
      const isHandedIn =
        ask.concepts.has('application deadline') && handsIn.test(text.slice(0, moment.start)) && names === 1
      const isKnown = isOwnDate || isSince || isHandedIn || isRelease(ask, piece)
      if (reach === 'said' && (head < 0.15 || names < 0.15) && !isKnown) continue
      const clause = clauseAt(text, moment.start, moment.end)
      const modality = modalityOf(
        text.slice(clause.start, clause.end),
        text.slice(clause.start, moment.start),
        source.language,
        ask.description,
      )
      if (isSaidOn(text.slice(0, moment.start), modality)) continue
      const { start, end } = piece.plain.span(moment.start, moment.end)
      facts.push({
        value: precise(ask, moment.date),
        date: moment.date,
        source,
        piece,
        start,
        end,
        owner: ownerOf(view, ask, site),
        modality,
        asOf: null,
        isCurrent: false,
        match: isOwnDate
          ? 0.97
          : isRelease(ask, piece)
            ? 0.9
            : isSince || isHandedIn
              ? 0.82
              : score *
                (moment.isRough ? 0.8 : 1) *
                (names < 0.6 ? 0.85 : 1) *
                precision(ask, moment.date) *
                (isOfSomethingElse(ask, piece) ? 0.8 : 1) *
                (isDateline(text, moment) && !ask.concepts.has('publication') ? 0.8 : 1) *
                besideAnother(ask, site) *
                ownDeed(ask, site) *
                (isNext(ask) && isPast(source, moment.date) ? 0.5 : 1) *
                direction(ask, text.slice(0, moment.start), moment.edge),
      })
    }
  }
  return facts
}

/** “3.4.1 – 2026-05-06” over what is new in a version. */
export const isRelease = ({ concepts, wantsLatest }: Ask, { kind, plain: { text } }: Piece): boolean =>
  kind === 'heading' &&
  wantsLatest &&
  concepts.has('release') &&
  /^(?:\p{L}[\p{L} ]{0,30}\s)?\[?v?\d+(?:\.\d+)+\]?(?!\p{L})/iu.test(text)

/** What is called “Driftconf 2026” begins and ends in 2026. */
function isOfOtherEdition({ terms }: Ask, { name = '' }: Subject, date: string): boolean {
  const year = /\s((?:19|20)\d\d)$/u.exec(name)?.[1]
  const asksWhen =
    terms.length > 0 &&
    terms.every(
      ({ weight, concepts }) =>
        weight < 0.4 || concepts.some((concept) => /^(?:first day|start|end|opened)$/.test(concept)),
    )
  return year !== undefined && asksWhen && !date.startsWith(year)
}

/** “Release date of version 6”, and “version 5.2 came out on 24 March”. */
function isOfOtherVersion({ terms }: Ask, { plain, label, row, headings }: Piece): boolean {
  const version = terms.find(({ text }) => /^version \d/iu.test(text))
  const around = termsOf(`${plain.text} . ${label} . ${row} . ${headings.at(-1) ?? ''}`)
  return version !== undefined && placesOf(version, around).length === 0
}

/** “Start of the 2026-27 school year” was not in 1978. */
function isFarFromAsked({ description }: Ask, date: string): boolean {
  const years = description.match(/(?<!\d)20\d\d(?!\d)/g)?.map(Number) ?? []
  return years.length > 0 && years.every((year) => Math.abs(Number(date.slice(0, 4)) - year) > 1)
}

/** “End date” alone asks for that of the page's subject, not for what a label names: “Registration: until 30 June”. */
const isOfSomethingElse = ({ terms, concepts }: Ask, { label }: Piece): boolean =>
  label !== '' &&
  !/^(?:dates?|when|datum|termine?|quand|fechas?)$/iu.test(label) &&
  terms.every(({ weight }) => weight <= 0.5) &&
  !termsOf(label).hits.some(({ concept }) => concepts.has(concept))

const making =
  /(?<!\p{L})(?:build|built|mak|made|design|produc|manufactur|supply|suppl|sell|sold|brew|bak|craft|serv|publish|develop|independent|in business|trading|operat|fertig|bau|herge|stell|liefer|verkauf|fabriqu|con[çc]oi|constru|unabhängig|indépendant)\p{L}*/iu

/** “We have built pumps since 1974”, and “Since 1988” by itself: whoever has done so since then began then. */
function sinceThen(text: string, { start, end }: Moment): boolean {
  const before = /(?:since|seit|depuis)\s$/i.exec(text.slice(0, start))
  if (!before) return false
  return (
    text.length - (end - start) <= 10 ||
    (before.index === 0 &&
      /^[^.;,]{0,30}(?<!\p{L})(?:we|wir|nous)(?!\p{L})/iu.test(text.slice(end)) &&
      !/(?<!\p{L})(?:also|auch|aussi|zudem|additionally)(?!\p{L})/iu.test(text)) ||
    making.test(text.slice(Math.max(0, start - 90), before.index)) ||
    making.test(text.slice(end, end + 20))
  )
}

/** “Precision castings since 1949”, over a page of one's own. */
const endsSince = (text: string, { start, end }: Moment): boolean =>
  end >= text.length - 1 && /(?<!\p{L})(?:since|seit|depuis)\s$/iu.test(text.slice(0, start))

/** “Send a letter and a CV to Mr Brand by 28 June”: until then one may apply. */
const handsIn =
  /(?:^|[.;!]\s)[^.;!]*(?<!\p{L})(?:send|e-?mail|submit|write to|apply|applications?|CVs?|résumés?)(?!\p{L})(?:[^.;!]|\.(?=\S))*\s(?:by|before|until|no later than|at the latest on)\s(?:\p{L}+day,? )?$/iu

/** The day that the page says it was published on, wherever it stands. */
const isPublished = ({ written }: Source, date: string): boolean =>
  written !== null && date.length === 10 && written.toISOString().startsWith(date)

const leadsToEnd =
  /(?:until|till|to|through|by|before|close[sd]? on|bis|bis zum|zum|au plus tard|avant le|jusqu['’](?:au|en|à)|[–-])\s*(?:the |le |zum )?(?:end of |Ende |fin )?$/iu
const leadsToStart = /(?:from|since|as of|ab|seit|vom|à partir d[eu]|depuis|dès)\s*(?:the |le |dem )?$/iu

const lastsUntil = /(?<!\p{L})(?:until|till|through|bis(?: zum)?|jusqu['’](?:au|en|à))\s(?:the |le )?$/iu

/** What was done once does not last: a certificate that is valid until then was issued before. */
const done = /(?<!\p{L})(?:issued|granted|awarded|signed|obtained|registered|founded|established)(?!\p{L})/iu
const beginnings = ['start', 'opened', 'joined', 'position']

/** “Runs until 27 September” says nothing of when it opened, and “from 1997 to 2012” nothing of a beginning in 2012. */
const isOtherEdge = ({ concepts, description }: Ask, before: string, edge: Moment['edge']): boolean =>
  (beginnings.some((concept) => concepts.has(concept)) || done.test(description)) &&
  !concepts.has('end') &&
  (edge === 'end' || (edge === undefined && lastsUntil.test(before)))

/** “Was born in Enugu and studied at Nsukka (BEng 2003)”: a second deed has a date of its own. */
const isOfBirth = (before: string): boolean =>
  !/(?<!\p{L})born(?!\p{L}).*(?:(?<!\p{L})(?:and|who|where|then|later)\s\p{L}+|\(\p{L})/iu.test(before)

/** “A fourth speaker will be announced in August” does not say when they speak. */
const announces =
  /(?<!\p{L})(?:will|to|shall) be (?:announced|revealed|named|confirmed|decided|made public)(?!\p{L})/iu

/** “Will build a second plant, the company announced on Tuesday”: it was said on that day, and nothing else was done. */
const isSaidOn = (before: string, modality: Fact['modality']): boolean =>
  (modality === 'planned' || modality === 'expected') &&
  /(?<!\p{L})(?:announced|said|told \p{L}+|reported|confirmed|revealed)\s(?:on\s)?$/iu.test(before)

/** “Correction, 16 March 2026: …” */
const isOfNote = (text: string, { start, end }: Moment): boolean =>
  /^\P{L}*(?:correction|update|note|edit|amended)[,\s]+(?:of |on )?$/iu.test(text.slice(0, start)) &&
  /^\s?:/u.test(text.slice(end))

/** “LINZ, 16 January 2026.”: when it was written, at the beginning of a report. */
const isDateline = (text: string, { start, end, date }: Moment): boolean =>
  date.length === 10 &&
  /^(?:[\p{Lu}/&][\p{L}./&-]*[\s,]*){1,6}$/u.test(text.slice(0, start)) &&
  /^\s?[.):–—-]?\s*$/u.test(text.slice(end))

/** “From October to March”: which of the two is asked for. */
function direction(ask: Ask, before: string, edge: Moment['edge']): number {
  if (ask.concepts.has('end') || ask.concepts.has('deadline') || ask.concepts.has('application deadline'))
    return edge === 'end' || (edge === undefined && leadsToEnd.test(before))
      ? 1.12
      : edge === 'start'
        ? 0.6
        : 0.85
  if (ask.concepts.has('start'))
    return edge === 'start' || leadsToStart.test(before) ? 1.1 : leadsToEnd.test(before) ? 0.7 : 1
  return 1
}

const isNext = ({ description }: Ask): boolean =>
  /(?<!\p{L})(?:next|upcoming|nächste[rnsm]?|kommende[rnsm]?|prochaine?)(?!\p{L})/iu.test(description)

const isPast = ({ written, document }: Source, date: string): boolean =>
  date < (written ?? document.fetchedAt).toISOString().slice(0, date.length)

/** “Year of birth”, “Founding year”, but not “End of the financial year” and “This year's race”. */
const asksForYear =
  /^(?:the )?(?:year|jahr|année|annee)\b(?![-’'])|\b(?:which|what|welchem|welches|quelle) (?:year|jahr|année)\b|(?<!(?:^|[\s-])(?:financial|fiscal|business|school|academic|calendar|tax|budget|reporting|trading|record|whole|full|half|the|this|that|last|next|previous|prior|past|current|each|every|per|a|one)\s)(?<!-)\byear\??$|jahr\??$|\bannée\??$/i

/** “Year of birth” asks for no more than a year. */
function precise(ask: Ask, date: string): string {
  if (asksForYear.test(ask.description.trim()) && !/\bdate\b/i.test(ask.description)) return date.slice(0, 4)
  if (/^(?:the )?(?:month|monat|mois)\b/i.test(ask.description)) return date.slice(0, 7)
  return date
}

/** A date may be given by its year; the first day of a fair is a day. */
function precision({ description }: Ask, date: string): number {
  if (date.length === 10 || !/\b(?:date|day|deadline|tag|frist)\b/i.test(description)) return 1
  return /\b(?:first|last|opening|closing|final|exact) day\b/i.test(description) ? 0.6 : 0.9
}
