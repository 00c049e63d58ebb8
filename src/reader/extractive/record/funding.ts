import { registrableDomain, type Document } from '../../../documents/index.ts'
import { sameName } from '../../../entities/index.ts'
import type { JudgeTask, Reading, Span, Subject, Verdict } from '../../reader.ts'
import { inWindow, takeWindow } from '../judge/window.ts'
import { momentsIn } from '../values/moments.ts'
import { placeOf } from '../place-of.ts'
import { claim, lineAt, placesOf, sentenceAt } from './claim.ts'

/** “Raised a funding round in the last 18 months”, with nothing besides but the time. */
const asked =
  /^(?:has |have )?(?:raised|closed|announced|secured|received|completed)\s+(?:an? |its |new |at least one |some |outside |fresh )*(?:latest |last |most recent |equity |venture |growth )?(?:(?:funding|financing|investment|equity) rounds?|rounds?(?: of (?:funding|financing|investment))?|funding|financing|venture capital|capital|money|(?:outside )?investment)$/iu

const cue =
  /(?<!\p{L})(?:raised|raises|raising of|closed|closes|secured|secures|takes|received|announced|(?:last|latest) (?:funding )?round|lève|levé|dernière levée|sammelt|eingesammelt|letzte (?:finanzierungs)?runde|erhält)(?!\p{L})/giu
const round =
  /(?<!\p{L})(?:series [a-h]|seed|rounds?|equity|funding|financing|growth|runde|finanzierung\p{L}*|levée|millions?|mio|bn)(?!\p{L})|[$€£]\s?\d|\d\s?(?:m|million|millions|Mio|M€)(?!\p{L})/iu
const otherMoney =
  /(?<!\p{L})(?:not|never|none|no|founded|gegründet|fondée?|loans?|lends?|debt|grants?|kredit|prêt|will|plans?|planned|expects?|intends?|seeks?|in talks|prices|concerns?|revenue|umsatz|total raised|in total|to date|insgesamt|au total)(?!\p{L})/iu

interface Round {
  /** `2025`, `2025-03` or `2025-03-14`. */
  readonly date: string
  readonly span: Span
  readonly page: Document
}

/** By the rounds that pages date: one within the time decides for it, and against it when all are without. */
export function judgeFunding(
  { criterion, subject, sources }: JudgeTask,
  { now }: Reading,
): Verdict | 'open' | null {
  const { window, rest } = takeWindow(criterion.trim().replace(/\.$/, ''), now)
  if (!window || !asked.test(rest.trim())) return null
  const isOwn = ownTest(subject)
  const rounds = sources.flatMap((page) => roundsOn(page, isOwn(page)))
  const within = rounds.find(({ date }) => inWindow(date, window) === true)
  const found = within ?? rounds.toSorted((one, other) => (one.date < other.date ? 1 : -1))[0]
  if (!found || (!within && rounds.some(({ date }) => inWindow(date, window) === null))) return 'open'
  const reasoning = `On ${placeOf(found.page)}, a round is dated ${found.date}, which is ${within ? '' : 'not '}${window.text}.`
  return claim(within ? 'yes' : 'no', reasoning, [found.span])
}

/** Whoever is named has raised it; on its own pages a company says “we”. */
function ownTest({ name, url }: Subject): (page: Document) => (sentence: string) => boolean {
  const [first = ''] = (name ?? '').split(/\s+/)
  const site = url !== undefined && URL.canParse(url) ? registrableDomain(new URL(url).hostname) : null
  return (page) => {
    const speaksItself = registrableDomain(page.host) === site && page.category !== 'listing'
    const isEntry = sameName(page.title ?? '', name ?? '')
    return (sentence) =>
      isEntry || (first !== '' && sentence.includes(first)) || (speaksItself && we.test(sentence))
  }
}

const we = /(?<!\p{L})(?:we|our|us|wir|uns|unsere?|nous|notre)(?!\p{L})/iu

function roundsOn(page: Document, isOwn: (sentence: string) => boolean): Round[] {
  const published = page.publishedAt?.toISOString().slice(0, 10)
  const isNews = page.category === 'news' || page.category === 'article'
  const rounds: Round[] = []
  for (const { index } of placesOf(page.text, cue)) {
    const isRow = /^\s*\|/.test(page.text.slice(page.text.lastIndexOf('\n', index) + 1, index + 1))
    const span = isRow ? lineAt(page, index) : sentenceAt(page, index)
    if (!round.test(span.quote) || otherMoney.test(span.quote) || !isOwn(span.quote)) continue
    const [moment] = momentsIn(span.quote, { language: page.language, written: page.publishedAt }).filter(
      ({ isRough }) => !isRough,
    )
    // News tell what has just happened, unless they say when it did.
    const date = moment?.date ?? (isNews && index < 1200 ? published : undefined)
    if (date !== undefined) rounds.push({ date, span, page })
  }
  return rounds
}
