import type { Moment } from '../values/moments.ts'
import { forceAt } from './clauses.ts'
import type { Condition, Window } from './condition.ts'
import { decideAge } from './decide-age.ts'
import { quoteOf, type Finding, type Source } from './finding.ts'
import { occurrencesOf } from './match.ts'
import { maker } from './homes.ts'
import { momentsOf } from './mentions.ts'
import { openingOf, type Statement } from './page-text.ts'
import { durationOf, inWindow } from './window.ts'

/** When an article or paper appeared, compared with the window. The quote is the date as the page shows it. */
export function decidePublished({ window }: Condition & { window: Window }, source: Source): Finding[] {
  const { page } = source
  const published = page.document.publishedAt?.toISOString().slice(0, 10) ?? null
  for (const statement of page.statements.slice(0, 40)) {
    for (const moment of momentsOf(statement, page)) {
      if (moment.isRelative || !isDateLine(statement, moment, published)) continue
      const isIn = inWindow(moment.date, window)
      if (isIn === null) continue
      return [found(isIn, statement, moment, source, window, 'the page is dated')]
    }
  }
  return []
}

/** When an event is, as the first lines of its page say: “14–17 September 2026”. */
export function decideEvent({ window }: Condition & { window: Window }, source: Source): Finding[] {
  if (!source.about.isOwnPage) return movedTo(window, source)
  for (const statement of openingOf(source.page)) {
    const [moment] = momentsOf(statement, source.page).filter(({ date }) => date.length >= 7)
    if (!moment || /[.!?]$/.test(statement.text) || statement.kind === 'row') continue
    if (ofPage.test(statement.text)) continue
    const isIn = inWindow(moment.date, window)
    if (isIn !== null) return [found(isIn, statement, moment, source, window, 'the page gives')]
  }
  return []
}

/** When the page was written is not when the event is. */
const ofPage =
  /(?<!\p{L})(?:posted|published|updated|written|last (?:change|edit)\p{L}*|veröffentlicht|aktualisiert|publiée?|mise? à jour)(?!\p{L})/iu

const isMoved =
  /(?<!\p{L})(?:moved|postponed|put (?:off|back)|rescheduled|brought forward|new dates?)(?!\p{L})/iu
const setAnew =
  /(?<!\p{L})(?:(?:will|would|is to)(?: now| instead)? (?:be held|take place)|(?:moved|postponed|put (?:off|back)|rescheduled|brought forward)(?: by \p{L}+ \p{L}+)?)(?: \p{L}+){0,3}? (?:to|until|till|from|on)\s+(?:\p{L}+day,? )?$/iu
/** What else may be moved. */
const besides =
  /(?<!\p{L})(?:registration|deadline|early[- ]bird|abstracts?|tickets?|refunds?|sessions?|talks?|payment)(?!\p{L})/iu

/** “Announced for September, it will be held from 14 to 16 October”: what others tell of a change corrects its own page. */
function movedTo(window: Window, source: Source): Finding[] {
  const { page, about } = source
  const published = page.document.publishedAt?.toISOString() ?? ''
  const isHeaded = page.statements.some(({ kind, text }) => kind === 'heading' && isMoved.test(text))
  if (!about.isSpokenOf) return []
  for (const statement of page.statements.slice(0, 15)) {
    const { text, start } = statement
    if (besides.test(text) || !(isHeaded || isMoved.test(`${page.title} ${text}`))) continue
    const moment = momentsOf(statement, page).find(
      (one) =>
        one.date.length >= 7 &&
        one.date >= published.slice(0, one.date.length) &&
        setAnew.test(text.slice(0, one.start - start).replaceAll(/[*_]+$/g, '')),
    )
    const isIn = moment ? inWindow(moment.date, window) : null
    if (moment && isIn !== null)
      return [{ ...found(isIn, statement, moment, source, window, 'the page gives'), isCorrection: true }]
  }
  return []
}

/** The page's own date: the one that its metadata give, or one that stands alone near the top. */
function isDateLine(statement: Statement, moment: Moment, published: string | null): boolean {
  if (published !== null) {
    const { from, to } = durationOf(moment.date)
    const time = Date.parse(published)
    return moment.date.length >= 7 && time >= from - 86_400_000 && time < to + 86_400_000
  }
  return (
    (statement.tokens.length <= 10 && moment.date.length >= 7) ||
    /(?<!\p{L})(?:published|posted|submitted|accepted|received|veröffentlicht|publié|erschienen)(?!\p{L})/iu.test(
      statement.text,
    )
  )
}

/** “The company began in 2013”, “we started out in 1998”. */
const beganIn =
  /(?<!\p{L})(?:began|started(?: out)?|started life|opened(?: its doors)?|launched|begann|entstand|démarré|débuté|née?)\s(?:\p{L}+\s){0,3}?(?:in|en|im jahr)\s(?:the \p{L}+ of |\p{L}+ )?$/iu
/** What opens later than whoever opens it. */
const site =
  /(?<!\p{L})(?:plant|factory|office|branch|store|site|warehouse|laborator\p{L}+|campus|line|second|third|new|werk|büro|filiale|usine|bureau)(?!\p{L})/iu
/** Stands before a date: “since 1961”. */
export const since = /(?<!\p{L})(?:since|seit|depuis)\s$/iu
const beginsWithSince = /^\P{L}*(?:since|seit|depuis)\s$/iu
/** What a company does from its first day on: “since 1961 we have been making pumps”. */
const trade =
  /(?<!\p{L})(?:made|making|make|built|building|in business|family|traded|trading|independent|unabhängig|hergestellt|herstell|fertig|gefertigt|gebraut|gebacken|fabriqu|brew|bak|produc|manufactur|designed|supplied|served|printed)/iu

/** “Since 1961”, and nothing else; or what has been made or done since. No roof is a company. */
export function isSinceBeginning(
  text: string,
  { start, end }: { start: number; end: number },
  names: RegExp | null,
): boolean {
  const before = text.slice(0, start)
  const after = text.slice(end)
  // Who has also built schools since then had built something before.
  if (
    !since.test(before) ||
    /^[^,;]*(?<!\p{L})(?:also|additionally|auch|zudem|aussi|en outre)(?!\p{L})/iu.test(after)
  )
    return false
  if (!beginsWithSince.test(before)) {
    // “They are built in Gdynia, where Velmar has run a workshop since 2004”: the last clause says what was done since.
    const own =
      before
        .split(/[,;]|(?<!\p{L})(?:where|while|whereas)(?!\p{L})/iu)
        .at(-1)
        ?.trim() ?? ''
    return (
      (/^(?:we|our|wir|nous|the company|it)(?!\p{L})/iu.test(own) || (names?.test(own) ?? false)) &&
      trade.test(own)
    )
  }
  if (!/\p{L}/u.test(after)) return true
  const [who = ''] = after.split(/(?<!\p{L})(?:have|has|haben|hat|avons|a|been)(?!\p{L})/iu)
  return (
    (/(?<!\p{L})(?:we|wir|nous|the company|the family)\s?$/iu.test(who) || (names?.test(who) ?? false)) &&
    trade.test(after)
  )
}

/** When something was founded, born or begun, which happens once: another year contradicts. */
export function decideOnce(condition: Condition & { window: Window }, source: Source): Finding[] {
  const { window, slots } = condition
  const [slot] = slots
  if (!slot) return []
  const findings: Finding[] = []
  for (const statement of source.page.statements) {
    const about = source.about.of(statement)
    if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) continue
    const moments = momentsOf(statement, source.page).filter(({ isRough }) => !isRough)
    if (moments.length === 0) continue
    const words = occurrencesOf(statement, slot)
    const isLabelled =
      statement.heading !== null &&
      statement.heading.text.length < 25 &&
      occurrencesOf(statement.heading, slot).length > 0 &&
      statement.tokens.length <= 6
    for (const moment of moments) {
      const word = words.find(
        ({ start, end }) => Math.abs(moment.start - end) < 110 || Math.abs(start - moment.end) < 90,
      )
      const before = statement.text.slice(0, moment.start - statement.start)
      const isSince =
        slot.concepts.has('found') &&
        source.about.isAboutSubject &&
        isSinceBeginning(statement.text, local(moment, statement), source.about.names)
      const isBegun =
        slot.concepts.has('found') &&
        beganIn.test(before) &&
        !isOfThing(statement.text, wordAt(before, before.search(beganIn)), source.about.names) &&
        !site.test(before) &&
        about === 'own' &&
        before.length < 60
      if (!word && !isSince && !isLabelled && !isBegun) continue
      if (
        word &&
        (between(statement, word, moment) ||
          isOthers(statement, word) ||
          isPerson(statement, word) ||
          isOfThing(statement.text, local(word, statement), source.about.names))
      )
        continue
      const start = Math.min(word?.start ?? moment.start, moment.start)
      const end = Math.max(word?.end ?? moment.end, moment.end)
      const force = forceAt(statement, [
        { start, end: start },
        { start: end, end },
      ])
      if (
        force.denied !== false ||
        force.mood === 'asked' ||
        force.mood === 'rumoured' ||
        force.mood === 'planned'
      )
        continue
      const isIn = inWindow(moment.date, window)
      if (isIn === null) continue
      findings.push(found(isIn, statement, moment, source, window, 'the page gives'))
      break
    }
  }
  return slot.concepts.has('born') ? [...findings, ...decideAge(window, source)] : findings
}

const wordAt = (text: string, start: number) => ({
  start,
  end: start + (/^\p{L}+/u.exec(text.slice(start))?.[0].length ?? 0),
})

const local = (place: { start: number; end: number }, { start }: Statement) => ({
  start: place.start - start,
  end: place.end - start,
})

/** “Three of the companies founded in the field before 2015”. */
const isOthers = (statement: Statement, word: { start: number }): boolean =>
  /(?<!\p{L})(?:companies|firms|start-?ups|businesses|rivals|competitors|Firmen|entreprises|sociétés)\s(?:\p{L}+\s)?$/iu.test(
    statement.text.slice(0, word.start - statement.start),
  )

/** “*Meadowside*, our organic range, launched in 2018”: firms are launched and opened, and so is all that they make. */
export function isOfThing(
  text: string,
  { start, end }: { start: number; end: number },
  names: RegExp | null,
): boolean {
  const before = text.slice(0, start)
  if (!begins.test(text.slice(start, end)) || !/\p{L}/u.test(before)) return false
  const who = before.replace(
    /(?:\s(?:was|were|is|has|have|had|been|first|only|originally|officially|finally))*\s+$/iu,
    '',
  )
  const whom = text.slice(end, end + 40)
  const isFirm =
    firm.test(who) ||
    firmBehind.test(whom) ||
    (names !== null &&
      (new RegExp(`${names.source}$`, 'u').test(who) || new RegExp(`^\\s${names.source}`, 'u').test(whom)))
  return !isFirm
}
const begins = /^(?:launch|open|start|creat|introduc)\p{L}*$/iu
const firm = new RegExp(
  String.raw`(?:(?:^|\s)(?:we|it|they|he|she|i|wir|nous|elle|il)|${maker.source}|workshop)$`,
  'iu',
)
const firmBehind = new RegExp(
  String.raw`^\s(?:the|an?|our|his|her|their|its)\s(?:[\p{L}-]+\s)?(?:${maker.source}|workshop)`,
  'iu',
)

/** “The founder's daughter took over in 2022”: a founder is no founding. */
const isPerson = (statement: Statement, { start, end }: { start: number; end: number }): boolean =>
  statement.kind === 'sentence' &&
  /^(?:(?:co-?)?founders?|(?:mit)?gründer(?:s|in)?|(?:co-?)?fondat(?:eurs?|rice))$/iu.test(
    statement.text.slice(start - statement.start, end - statement.start),
  )

/** Another story has begun between the word and the date. */
function between(statement: Statement, word: { start: number; end: number }, moment: Moment): boolean {
  const [from, to] = word.end <= moment.start ? [word.end, moment.start] : [moment.end, word.start]
  const text = statement.text.slice(from - statement.start, to - statement.start)
  return (
    /;|\.\s|(?<!\p{L})(?:and|who|which|und|et|qui)(?!\p{L})[^,;]{0,40}(?:ed|has|have|wurde|a)\s/iu.test(
      text,
    ) || /(?:19|20)\d\d/.test(text)
  )
}

const found = (
  isIn: boolean,
  statement: Statement,
  moment: Moment,
  source: Source,
  window: Window,
  lead: string,
): Finding => ({
  verdict: isIn ? 'yes' : 'no',
  rule: 'date',
  source,
  quote: quoteOf(statement, moment),
  why: `${lead} ${source.page.document.text.slice(moment.start, moment.end)}, which is ${isIn ? '' : 'not '}${window.text}`,
  at: source.page.document.publishedAt?.getTime() ?? null,
  strength: 3,
  isCorrection: false,
  isLasting: true,
})
