import type { Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { modelIn } from './aside.ts'
import { fold } from './facts/concepts.ts'
import { isOnSite, withoutMaker } from './own-site.ts'
import { placeNamed } from './values/index.ts'

/** Whom a page is about it names soon. */
const opening = 700
/** So much of a long title is said, where a page says it in other words. */
const mostOfTitle = 0.7

/**
 * Whether a page speaks of the subject, even where its title names nobody: “Bell foundry passes to its employees”. Names
 * are taken as reports give them: in capitals, without the number of a congress, cut to their first words.
 */
export function isSpokenOf(title: string, { text, host }: Said, { name, type, url }: Subject): boolean {
  // Whoever makes the Auralon H4 calls it the H4.
  const isMakers = type === 'product' && (url === undefined || isOnSite(host, url))
  const named = isMakers ? withoutMaker(name ?? '', host) : undefined
  const model = named ?? (isMakers && url !== undefined ? modelIn(name ?? '') : undefined)
  return (
    isCalled(title, text, { name, type }) ||
    otherNames(name ?? '', type).some((other) => isCalled(title, text, { name: other, type })) ||
    (model !== undefined && placeOf(wordsOf(`${title} ${text.slice(0, opening)}`), wordsOf(model)) >= 0)
  )
}

type Said = Pick<Document, 'text' | 'host'>

function isCalled(title: string, text: string, { name, type }: Subject): boolean {
  const words = wordsOf(withoutEdition(name ?? '', type))
  const said = wordsOf(`${title} ${text.slice(0, opening)}`)
  if (words.length === 0) return false
  if (words.length > longestName) {
    const [shown, telling] = [wordsOf(headOf(title, text)), words.filter(({ length }) => length > 3)].map(
      (all) => new Set(all.map(fold)),
    ) as [Set<string>, Set<string>]
    return [...telling].filter((word) => shown.has(word)).length >= mostOfTitle * telling.size
  }
  if (placeOf(said, words) >= 0) return true
  // “Sibande Roos wins …” is Sibande Roos Signalling; “South African Breweries” is no other South African.
  const short = words.slice(0, -1)
  const at = type === 'person' || short.length < 2 ? -1 : placeOf(said, short)
  return at >= 0 && !/^\p{Lu}/u.test(said[at + short.length] ?? '')
}

/** What something is, before what it is called. */
const kindFirst =
  /^(?:the |la |le |el |o |a )?(?:co-?operativ[ae]|cooperative|association|asociaci[óo]n|associa[çc][ãa]o|foundation|funda[çc][ãa]o|fundaci[óo]n|fondation|stiftung|fondazione|museum|museo|mus[ée]e|museu|institute?o?|soci[ée]t[ée]|sociedade|sociedad|club|verein|st[ií]ching|grupo|groupe|gruppe|gruppo|clinic|cl[ií]nica|hospital|hotel|h[ôo]tel|festival|parque|editora|edi[çc][õo]es)\s(?:(?:of|de|do|da|del|di|für|van)\s)?(?=\p{Lu})/iu

export const beginsWithKind = (name: string): boolean => kindFirst.test(name)

/** What it is also called: “Cooperativa Luz do Sado” is Luz do Sado, “Checks after birth (MAMA-BP)” is MAMA-BP. */
export function otherNames(name: string, type: string | undefined): string[] {
  if (type === 'person') return []
  const [, before = name, inside = ''] = /^(.{4,}?)\s*\(([^()]{3,})\)\s*$/u.exec(name) ?? []
  const bare = before.replace(kindFirst, '')
  // “MSc Soil Science, University of Brannoch”: whose it is, the page of it need not say again.
  const [, alone = ''] = /^([^,]+\s[^,]+), (?:the )?\p{Lu}[^,]+$/u.exec(before) ?? []
  const others = [...(isAcronym(inside) ? [inside] : []), ...[alone, bare].filter(isTelling)]
  return [before, ...others].filter((one) => one !== name)
}

/** “(MAMA-BP)” is what it is called, “(Germany)” and “(USA)” where it is. */
const isAcronym = (text: string): boolean =>
  /^\S*\p{Lu}\S*\p{Lu}\S*$/u.test(text) && placeNamed(text) === null

const isTelling = (name: string): boolean => /^\p{Lu}/u.test(name) && name.length >= 6

/** Longer ones are titles of works. */
const longestName = 4

const headOf = (title: string, text: string): string => `${title} ${/^#+ .*$/mu.exec(text)?.[0] ?? ''}`

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Where words stand one after the other, with the capitals that they have or more. */
const placeOf = (said: readonly string[], words: readonly string[]): number =>
  said.findIndex((_, at) =>
    words.every((word, offset) => {
      const other = said[at + offset] ?? ''
      return fold(other) === fold(word) && (!/^\p{Lu}/u.test(word) || /^\p{Lu}/u.test(other))
    }),
  )

const gathering =
  /(?<!\p{L})(?:congress|conference|festival|forum|fair|symposium|summit|meeting|workshop|games|week|days?|exhibition|marathon|cup)(?!\p{L})/iu

/** “XI World Dry Stone Congress”, “NordFerm 2026”: reports leave out which one it is. */
export function withoutEdition(name: string, type: string | undefined): string {
  const rest = name.replace(/^(?:[IVXLC]+|\d+(?:st|nd|rd|th)|\d+\.)\s|\s(?:19|20)\d\d$/gu, '')
  const isHeldAgain = gathering.test(name) || type === 'event'
  return isHeldAgain && (rest.includes(' ') || rest.length >= 6) ? rest : name
}
