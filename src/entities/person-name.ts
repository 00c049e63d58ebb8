const particle =
  '(?:van|von|der|den|de|del|della|di|da|dos|das|do|la|le|du|ten|ter|zu|bin|ibn|al|el|af|av|y|e)'
const namePart = String.raw`(?:[dDlLO]['’])?\p{Lu}[\p{L}'’]*(?:-\p{L}[\p{L}'’]*)*\.?`
const fullName = String.raw`${namePart}(?: (?:${particle} ){0,2}${namePart}){1,3}`
const wholeName = new RegExp(`^${fullName}$`, 'u')
/** Within a text, a stop belongs to a name only behind an initial. */
const innerPart = String.raw`(?:\p{Lu}\.|(?:[dDlLO]['’])?\p{Lu}[\p{L}'’]*(?:-\p{L}[\p{L}'’]*)*)`
const nameWithin = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${innerPart}(?: (?:${particle} ){0,2}${innerPart}){1,4}(?![\p{L}\p{N}])`,
  'gu',
)
const honorific =
  /^(?:(?:Dr|Prof|Professor|Professorin|Mr|Mrs|Ms|Mx|Sir|Dame|Dipl|Ing|PD|Hon|Rev|Herr|Frau|M|Mme|Pr)\.?(?:-Ing\.?)?(?: (?:rer|med|phil|nat|habil|h\. ?c)\.)* )+/u
const suffix = /,? (?:Ph\.?D\.?|MD|M\.D\.|MBA|MSc|BSc|Jr\.?|Sr\.?|II|III|CFA|FRS|OBE|MBE|CBE)$/u

/** Capitalised words that stand in titles of pages and in names of firms, not in names of people. */
const noName = new Set(
  (
    'about our the and us we my your this that with for from to of in on at by contact home team people staff company companies news blog press careers ' +
    'jobs products product services service solutions pricing research group institute university college school department faculty lab laboratory centre ' +
    'center inc ltd llc gmbh ag corp capital ventures partners robotics analytics systems software technologies technology labs foods energy health media ' +
    'logistics logistik studio studios global international national annual report guide reference introduction overview welcome privacy policy terms story ' +
    'stories food getting started release notes week weekly daily review reviews forum docs documentation api install installation series open data science ' +
    'machine learning how what why when where new best top first last more all über uns kontakt impressum startseite unternehmen leistungen karriere presse ' +
    'und der die das accueil équipe contactez nous mentions légales actualités conference summit workshop speakers programme program venue tickets how-to ' +
    'intelligence artificial digital cloud security network street road city council association foundation society journal magazine times post'
  ).split(' '),
)

/** Whether words could be what somebody is called. Many other things could, too: it needs a second witness. */
export function looksLikeName(text: string): boolean {
  const name = plainName(text)
  return (
    name.length <= 60 &&
    wholeName.test(name) &&
    !/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u.test(name) &&
    !name.split(/[ -]/).some((word) => noName.has(word.toLowerCase().replace('.', '')))
  )
}

/** Where words in a text could be what somebody is called, titles left out. */
export function namesIn(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(nameWithin)].flatMap(({ 0: found, index }) => {
    const name = plainName(found).replace(/['’]s?$/, '')
    if (!looksLikeName(name)) return []
    const start = index + found.indexOf(name)
    return [{ name, start, end: start + name.length }]
  })
}

/** Without titles in front and letters behind: “Prof. Dr. Ilse van Kampen, FRS” is Ilse van Kampen. */
export const plainName = (text: string): string =>
  text.trim().replace(honorific, '').replace(suffix, '').replace(suffix, '').trim()

export interface NameParts {
  readonly firstName: string | null
  readonly lastName: string | null
}

/** Where every part is in Latin letters, the family's name comes last, with its particles. */
export function splitName(name: string): NameParts {
  const words = plainName(name).split(/\s+/)
  if (words.length < 2 || !/^[\p{Script=Latin}\s'’.-]+$/u.test(name))
    return { firstName: null, lastName: null }
  const isParticle = new RegExp(`^${particle}$`, 'u')
  const at = words.findIndex((word, index) => index > 0 && isParticle.test(word))
  const last = at > 0 ? at : words.length - 1
  return { firstName: words[0] ?? null, lastName: words.slice(last).join(' ') }
}
