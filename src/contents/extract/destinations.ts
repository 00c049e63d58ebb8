import type { PageLink } from '../../ports/extractor.ts'
import { node, type CleanNode } from './clean-tree.ts'
import { elementsIn } from './collect.ts'

/** Where a site sends those who want something of it: seldom more than a word in a menu, and nowhere else on most pages. */
const destination = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    'careers?|jobs|vacancies|work (?:with|for|at) \\p{L}+|join (?:us|our team|the team)|karriere|stellen(?:angebote)?|ausbildung|emplois?|recrutement|carrières?',
    'press|press (?:room|office|centre|center)|newsroom|media|presse|espace presse',
    'developers?|api|documentation|docs|source code|repository|code|github|gitlab|status|changelog|release notes',
    'book(?: \\p{L}+){0,2}|booking|appointments?|reservations?|tickets?|termin(?:e|buchung)?|rendez-vous|réserv\\p{L}+|registration|anmeldung|inscription',
    'accounts|finances?|annual reports?|transparency|governance|investors?|investor relations',
    'pricing|prices|preise|tarifs?',
  ].join('|')})(?!\p{L})`,
  'iu',
)
const mostWords = 4
const most = 8

/** Links of menus and footers that lead to one of those, as a list that is put below the content. */
export function destinations(
  links: readonly PageLink[],
  content: readonly CleanNode[],
  pageUrl: string,
): CleanNode[] {
  const known = new Set([
    withoutFragment(pageUrl),
    ...[...elementsIn(content)].map(({ attributes }) => attributes['href']),
  ])
  const found = links.filter(
    ({ url, text, section }) =>
      (section === 'navigation' || section === 'footer' || section === 'banner') &&
      /^https?:/.test(url) &&
      !url.includes('#') &&
      !known.has(url) &&
      text.split(/\s+/).length <= mostWords &&
      destination.test(text),
  )
  if (found.length === 0 || found.length > most) return []
  const items = found.map(({ url, text }) => node('li', [node('a', [text], { href: url })]))
  return [node('ul', items)]
}

const withoutFragment = (url: string): string => url.replace(/#.*$/, '')
