import type { Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { isOnOwnSite, letters } from './own-site.ts'

/** Something that a page says, and where. */
export interface Said {
  readonly start: number
  readonly text: string
  readonly headings: readonly string[]
}

/** Whether something is said about others than the subject, by where it stands. */
export type IsAside = (said: Said) => boolean

/**
 * Tells what a page says about others. Some sections lead elsewhere (“Similar jobs”, “You may also like”); and where a page
 * has a section that is called what the subject is called, its other sections are about others, as in a directory. What names
 * the subject is about it wherever it stands.
 */
export function asideIn(
  document: Pick<Document, 'text' | 'title' | 'url' | 'host'>,
  subject: Subject,
  names: RegExp | null,
): IsAside {
  const isNamed = (text: string): boolean => names?.test(text) ?? false
  // An entry of a directory may be all that is known of somebody: its address is not their own.
  const isTheirs = isOnOwnSite(document, subject) || isNamed(document.title ?? '')
  const others = isTheirs || !names ? [] : otherEntries(document.text, names)
  const isOfOther = otherProducts(subject)
  const hasRivals = subject.type === 'company' && !isOnOwnSite(document, subject)
  return ({ start, text, headings }) =>
    !isNamed(text) &&
    (isOfOther(text) ||
      headings.some(
        (heading) =>
          (leadsElsewhere(heading, subject, isTheirs) ||
            (names !== null && isAboutOther(heading, subject)) ||
            (hasRivals && ofRivals.test(heading))) &&
          !isNamed(heading),
      ) ||
      others.some((section) => section.start <= start && start < section.end))
}

/**
 * What says that it is of another product of the maker's: “the first Hearth” is not the Hearth 2, and the kettle G1 is not the
 * K2, whose sign is made in the same way.
 */
function otherProducts({ type, name = '' }: Subject): (text: string) => boolean {
  if (type !== 'product') return () => false
  const model = modelIn(name)
  const [, series] = /(\p{Lu}\p{L}{3,}) \d/u.exec(name) ?? []
  const isEarlier =
    series && new RegExp(`(?<!\\p{L})(?:first|original|previous|earlier|older|old) ${series}(?! \\d)`, 'u')
  return (text) => {
    if (isEarlier && isEarlier.test(text)) return true
    if (model === undefined) return false
    const named = [...text.matchAll(models)].map(([found]) => found)
    const isAlike = (found: string): boolean => shapeOf(found) === shapeOf(model) && !standards.test(found)
    return !named.includes(model) && named.some(isAlike)
  }
}

const shapeOf = (model: string): string => model.replaceAll(/\d/g, '0').replaceAll(/\p{L}/gu, 'A')
/** “H4”, “HX-40”: what tells a product from its maker's others. */
const models = /(?<![\p{L}\p{N}])\p{Lu}{1,4}-?\d{1,4}\p{Lu}?(?![\p{L}\p{N}-])/gu
export const modelIn = (name: string): string | undefined => name.match(models)?.[0]
/** Protections, connections, sizes of paper and batteries, vitamins. */
const standards =
  /^(?:IP|EN|DIN|ISO|USB|PCI|DDR|A[3-6]$|B[1-9]$|D[23]$|M\d|H2$|CO2|PM|UV|Q[1-4]$|V\d|CR|AA|F\d|E\d|T\d)/u

const elsewhere =
  /^\W*(?:(?:similar|related|recommended)(?!\p{L})(?! (?:work|experience|to)(?!\p{L}))|(?:other|further) (?:jobs|vacancies|positions|events|products|articles|stories|papers|talks|exhibitors|members|firms|companies|organi[sz]ations|listings)(?!\p{L})|more (?:jobs|events|products|articles|stories|from|like this)(?!\p{L})|you (?:may|might) (?:also )?(?:like|be interested)|(?:people|customers|readers|visitors) also(?!\p{L})|see also|also (?:of interest|in this issue)|read next|elsewhere)/iu
/** “Norwegian rival” over a part of an article */
const ofRivals =
  /(?<!\p{L})(?:rivals?|competitors?|Konkurrenz|Konkurrenten|Wettbewerber|concurrents?|concurrence)(?!\p{L})/iu
/** “About St Brigid's” is about St Brigid's Hospital. */
const isAboutOther = (heading: string, { name = '' }: Subject): boolean =>
  aboutSomebody.test(heading) &&
  !letters(name).startsWith(letters(heading.replace(/^\W*(?:À propos\s\S+|\S+)/u, '')))
/** “About Halvorsen Growth”: whoever else has a part in the news tells at its end who they are. */
const aboutSomebody =
  /^\W*(?:About|Über|À propos d[eu']|Acerca de|Sobre)\s?(?!(?:Us|Me|You|The|Our|This|It|Uns|Mich|Nosotros)(?!\p{L}))\p{Lu}/u
const ofOrganisations =
  /(?<!\p{L})(?:firms|companies|organi[sz]ations|members|exhibitors|suppliers)(?!\p{L})/iu
const withSite: ReadonlySet<string | undefined> = new Set([
  'company',
  'organization',
  'organisation',
  'person',
])

/** Related products on an organisation's own page are its own, and where somebody is found elsewhere is said of them. */
const leadsElsewhere = (heading: string, { type }: Subject, isTheirs: boolean): boolean =>
  elsewhere.test(heading) && (!isTheirs || !withSite.has(type) || ofOrganisations.test(heading))

interface Section {
  readonly start: number
  readonly end: number
}

/** So many others make a page of entries. */
const fewest = 2

/** The sections beside the one that is called like the subject. */
function otherEntries(text: string, names: RegExp): readonly Section[] {
  const headings = [...text.matchAll(/^(#{2,6})\s+(.+)$/gmu)].map(
    ({ 1: marks = '', 2: called = '', index }) => ({
      level: marks.length,
      called,
      start: index,
    }),
  )
  const own = headings.find(({ called }) => isCalledLike(called, names))
  if (!own) return []
  const others = headings.filter(({ level, called }) => level === own.level && !names.test(called))
  if (others.length < fewest) return []
  return others.map(({ start, level }) => ({
    start,
    end: headings.find((next) => next.start > start && next.level <= level)?.start ?? text.length,
  }))
}

/** The name, and hardly anything else: “3. Tarn Looms ★”, “Brunnock Drey: test winner”. */
function isCalledLike(heading: string, names: RegExp): boolean {
  const found = names.exec(heading)
  if (!found) return false
  const before = heading.slice(0, found.index)
  const after = heading.slice(found.index + found[0].length)
  return (
    `${before}${after}`.replaceAll(/[^\p{L}]/gu, '').length < 4 ||
    (!/\p{L}/u.test(before) && /^(?::\s|\s[–—-]\s)/u.test(after))
  )
}
