import type { Subject } from './attribution.ts'
import { monthPattern, yearOf, yearPattern } from './dates.ts'
import { wordStart } from './patterns.ts'
import type { Reading } from './reading.ts'
import { leadsToSubject, statementsOf, type Statement } from './statements.ts'

const year = `(?<year>${yearPattern})(?![\\p{N}%]|[.,]\\d)`
const when = `(?:(?:early|late|mid|spring|summer|autumn|the (?:spring|summer|autumn|winter|year)(?: of)?|(?:\\d{1,2}(?:st|nd|rd|th|\\.|er)? )?${monthPattern}|Jahre?|l['’]an|début|fin|Anfang|Ende) ?){0,2}`

/** “Founded in 2014”, “founded by two brothers in Bristol in March 2014”, “Jane Doe founded Kestrel in 2014”. */
const patterns: readonly RegExp[] = [
  `${wordStart}(?:[Cc]o-?)?(?:[Ff]ounded|[Ee]stablished|[Ss]et up|[Ii]ncorporated)(?<between>[^.;]{0,110}?) (?:back )?(?:in|since|on) ${when}${year}`,
  `${wordStart}(?:[Cc]o-?)?(?:[Ff]ounded|[Ee]stablished|Est\\.) ${year}`,
  `(?:${wordStart}(?:was|were)|,) (?:started|formed|created)(?<between>[^.;]{0,90}?) in ${when}${year}`,
  `${wordStart}(?:started|began)(?<between>) in ${when}${year}`,
  `${wordStart}(?:its|our|the company['’]s) (?:founding|foundation|inception|creation)(?<between>) in ${when}${year}`,
  `${wordStart}(?:im |in |seit |Im |In |Anfang |Ende )?${when}${year}(?<between>)(?=[^.;]{0,140}? (?:ge|neu ge)gründet)`,
  `${wordStart}(?:ge|Ge)gründet(?<between>)(?: wurde[^.;]{0,40}?)? (?:(?:im|in) )?${when}${year}`,
  `${wordStart}(?:seit (?:der|seiner|ihrer|unserer) )?Gründung(?<between>) (?:im |in )?${when}${year}`,
  `${wordStart}gründeten?(?<between>[^.;]{0,80}?) (?:(?:im|in) )?${when}${year}`,
  `${wordStart}(?:[Ff]ondée?|[Cc]réée?|[Cc]onstituée?|[Nn]ée?)(?<between>(?: (?:à|par|sous|au|aux|de|dans|d['’])[^.;]{0,90}?)?) en ${when}${year}`,
  `${wordStart}(?:a|ont) fondé(?<between> [^.;]{0,80}?) en ${when}${year}`,
  `${wordStart}(?:sa|notre) (?:création|fondation)(?<between>) en ${when}${year}`,
].map((source) => new RegExp(source, 'gu'))
const mention = /found|establish|set up|start|form|creat|incorporat|inception|gründ|fond|cré|constitu|né/i
/** “1987 gründete Hans Petersen das Unternehmen”: what was founded comes last. */
const germanActive = new RegExp(`${wordStart}${year} gründeten? (?<between>[^.;]{0,100})`, 'gu')

/** The year in which a company began, from what is labelled so, or else from its sentences. */
export function foundedYear({ facts, prose }: Reading, subject: Subject): number | null {
  const labelled = (facts.get('founded') ?? []).flatMap(({ value }) => yearOf(value) ?? [])
  if (labelled.length > 0) return agreed(labelled)
  const stated = [...statementsOf(prose.sentences, subject, mention, patterns)].flatMap((statement) =>
    founding(statement, subject),
  )
  const active = [...statementsOf(prose.sentences, subject, mention, [germanActive])].flatMap(({ match }) =>
    (match.groups?.['between'] ?? '').search(subject.own) >= 0 ? Number(match.groups?.['year']) : [],
  )
  return agreed([...stated, ...active])
}

/** A company begins once: two years are none. */
const agreed = (years: readonly number[]): number | null =>
  new Set(years).size === 1 ? (years[0] ?? null) : null

function founding({ match, before, after, about }: Statement, subject: Subject): number[] {
  const between = (match.groups?.['between'] ?? '').trim()
  const found = [Number(match.groups?.['year'])]
  // In the active voice what was founded follows, and whoever founded it does not matter.
  const isActive =
    between !== '' &&
    !/^(?:,|by|in|at|near|as|out of|with|under|from|on|von|à|par|sous|au|aux|de|dans|d['’]|\()/.test(between)
  if (isActive) return between.search(subject.own) === 0 ? found : []
  // Another story has begun between the foundation and the year.
  if (/(?<!\p{L})(?:and|who|which) \p{L}+(?:ed|s)(?!\p{L})/u.test(between) || /(?:re|neu)-?$/i.test(before))
    return []
  if (about === 'nobody')
    return before.trim().length <= 20 && leadsToSubject(`${between}${after}`, subject) ? found : []
  return about === 'own' ? found : []
}
