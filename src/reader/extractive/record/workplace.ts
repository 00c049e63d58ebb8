import type { Document } from '../../../documents/index.ts'
import { presentedCompany, sameName, siteNamesOf } from '../../../entities/index.ts'
import type { JudgeTask, Span, Verdict } from '../../reader.ts'
import { isWithin, placeNamed, placesIn, type Place } from '../values/places.ts'
import { placeOf } from '../place-of.ts'
import { claim, sentenceAt } from './claim.ts'
import { employmentsOf, type Employment } from './employment.ts'

const asked =
  /^(?:is |currently |is currently )?(?:works?|working|employed|based|lives and works|arbeitet|travaille)\s+(?:in|à|en)\s+(?:the )?(?<place>\p{L}[\p{L}\s.'’-]+)$/iu

/** “Works in Europe”: where the position is said to be, or where the employer is. */
export function judgeWorkplace(task: JudgeTask): Verdict | null {
  const text = asked.exec(task.criterion.trim().replace(/\.$/, ''))?.groups?.['place']
  const area = text === undefined ? null : placeNamed(text.trim())
  if (!area) return null
  for (const employment of employmentsOf(task)) {
    const here = placeBeside(employment)
    if (here)
      return verdict(
        area,
        here,
        employment,
        [employment.span],
        `names ${employment.organisation} in ${here.name}`,
      )
    const seat = seatOf(employment.organisation, task.sources)
    if (seat)
      return verdict(
        area,
        seat.place,
        employment,
        [employment.span, seat.span],
        `names ${employment.organisation}, which is in ${seat.place.name}`,
      )
  }
  return null
}

function verdict(
  area: Place,
  place: Place,
  { page }: Employment,
  spans: readonly Span[],
  why: string,
): Verdict {
  const isThere = isWithin(place, area)
  const reasoning = `${placeOf(page)} ${why}, which is ${isThere ? '' : 'not '}in ${area.name}.`
  return claim(isThere ? 'yes' : 'no', reasoning, spans, 0.85)
}

/** “Managing director of Tolbrug in Delft”: the place right behind the organisation. */
function placeBeside({ organisation, span }: Employment): Place | null {
  const at = span.quote.indexOf(organisation)
  const behind = at < 0 ? '' : span.quote.slice(at + organisation.length).split(/[.;]/)[0]!
  const [first] = placesIn(behind)
  return first &&
    !first.isAdjective &&
    /^(?:,| in| at| à| à| en)[\s\p{L}]*$/u.test(behind.slice(0, first.start))
    ? first.place
    : null
}

const seated =
  /(?<!\p{L})(?:headquarter\p{L}*|head office|based|located|seat|campus|is (?:in|an? \p{L}+ in)|are (?:in|an? \p{L}+ in)|university of [^.]{0,60} in|sitz|siège|basée?|address|adresse|anschrift)(?!\p{L})/iu

const aboutOthers = new Set(['people', 'personal site', 'news', 'article', 'publication', 'event', 'forum'])

/** Where an organisation says that it is, on a page of its own. */
function seatOf(organisation: string, sources: readonly Document[]): { place: Place; span: Span } | null {
  for (const page of sources) {
    if (page.category !== null && aboutOthers.has(page.category)) continue
    const names = [presentedCompany(page).name ?? '', page.title ?? '', ...siteNamesOf(page)]
    if (!names.some((name) => sameName(name, organisation))) continue
    for (const { start, place, isAdjective } of placesIn(page.text)) {
      if (isAdjective || place.kind === 'region') continue
      const span = sentenceAt(page, start)
      const before = span.quote.slice(0, start - span.start)
      if (seated.test(before)) return { place, span }
    }
  }
  return null
}
