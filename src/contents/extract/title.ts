import { headingLevel, wordsOf, type Block } from './blocks.ts'
import { sectionNames } from './section-names.ts'

const separator = /\s+[|–—·•»›«~-]\s+|\s*[|»›]\s*|:\s{1,4}:?\s*/
const edge = /^[\s|–—·•:»›«~¶#-]+|[\s|–—·•:»›«~¶#-]+$/g
const longestHeadline = 40

interface TitleSources {
  /** What the page declares for sharing, and the title of the window. */
  readonly declared: string | null
  readonly windowTitle: string
  /** The name that JSON-LD gives. */
  readonly named: string
  readonly siteName: string | null
  readonly url: string
  readonly blocks: readonly Block[]
}

/**
 * The headline a reader sees, if it is one: a first-level heading that is not the site's name and, where there
 * are several, the one that says most of what the declared title says. Else the declared title without the site.
 * A title that names the site stands whole where only that says whose page this is: on a home page, and under a
 * headline that every site has ("About us", "Impressum").
 */
export function findTitle(sources: TitleSources): string | null {
  const { declared, windowTitle, siteName, url } = sources
  const isSite = siteTest(siteName, url)
  const headline = findHeadline(sources, isSite)
  const whole = [windowTitle, declared ?? ''].find((title) => namesSite(title, isSite))
  return whole && (isHome(url) || sectionNames.has((headline ?? '').toLowerCase())) ? whole : headline
}

function findHeadline(
  { declared, windowTitle, named, blocks }: TitleSources,
  isSite: (text: string) => boolean,
): string | null {
  const titleWords = new Set(wordsOf(`${declared ?? ''} ${windowTitle} ${named}`))
  const headlines = blocks
    .filter((block) => headingLevel(block) === 1 && block.words <= longestHeadline && !isSite(block.text))
    .map((block) => ({ text: block.text.replaceAll(edge, ''), shared: sharedWords(block, titleWords) }))
  const best = headlines.toSorted((a, b) => b.shared - a.shared)[0]
  if (best && best.text && (best.shared >= 0.5 || (headlines.length === 1 && titleWords.size === 0)))
    return best.text
  return withoutSite(declared || windowTitle, isSite) || named || best?.text || null
}

const isHome = (url: string): boolean => /^https?:\/\/[^/]+\/?(?:index\.\w+)?(?:[?#]|$)/.test(url)

/** Whether the site's name is set apart in a title. */
const namesSite = (title: string, isSite: (text: string) => boolean): boolean => {
  const parts = title.split(separator).filter(Boolean)
  return parts.length > 1 && (isSite(parts[0] ?? '') || isSite(parts.at(-1) ?? ''))
}

const sharedWords = ({ key }: Block, titleWords: ReadonlySet<string>): number => {
  const words = key.split(' ')
  return words.filter((word) => titleWords.has(word)).length / words.length
}

const squeeze = (text: string): string => wordsOf(text).join('')

function siteTest(siteName: string | null, url: string): (text: string) => boolean {
  const site = squeeze(siteName ?? '')
  const host = squeeze(/^https?:\/\/(?:www\.)?([^/:]+)/.exec(url)?.[1] ?? '')
  return (text) => {
    const name = squeeze(text)
    if (name === '' || name === site) return name !== ''
    return name.length > 2 && wordsOf(text).every((word) => host.includes(word))
  }
}

/** Cuts the site's name off either end, where a separator sets it apart. */
function withoutSite(title: string, isSite: (text: string) => boolean): string {
  const parts = title.split(separator).filter(Boolean)
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return title
  if (isSite(last)) return title.slice(0, title.lastIndexOf(last)).replaceAll(edge, '')
  if (isSite(first)) return title.slice(title.indexOf(first) + first.length).replaceAll(edge, '')
  return title
}
