/** A base form that a word may be a form of, and what the form says that the base form does not. */
export interface BaseForm {
  readonly base: string
  readonly sense?: 'done' | 'past' | 'future' | undefined
}

/** Ending → endings of base forms, those first that are likelier. */
type Endings = readonly (readonly [ending: string, bases: string, sense?: BaseForm['sense']])[]

/** The base forms that a word in small letters may belong to; which of them there are, a list of words knows. */
export const baseForms: Readonly<Record<'de' | 'fr' | 'es', (word: string) => BaseForm[]>> = {
  de: (word) => [
    ...byEndings(word, german),
    ...participles(word),
    ...byEndings(withoutUmlaut(word), germanPlurals),
    ...infinitivesWithZu(word),
  ],
  fr: (word) => byEndings(word, french),
  es: (word) => byEndings(word, spanish),
}

/** “-” stands for no ending. */
const german: Endings = [
  ['innen', '- e'],
  ['in', '- e'],
  ['sten', '-'],
  ['ste', '-'],
  ['ster', '-'],
  ['eren', '-'],
  ['erer', '-'],
  ['ere', '-'],
  ['eres', '-'],
  ['ern', '- er'],
  ['en', '- e en'],
  ['em', '- e'],
  ['er', '- e'],
  ['es', '- e'],
  ['e', '- en'],
  ['n', '- e'],
  ['s', '-'],
  ['tet', 'en ten', 'past'],
  ['teten', 'ten', 'past'],
  ['tete', 'ten', 'past'],
  ['te', 'en n', 'past'],
  ['ten', 'en n', 'past'],
  ['st', 'en n'],
  ['et', 'en'],
  ['t', 'en n'],
  ['elt', 'eln'],
  ['ert', 'ern'],
  ['end', 'en'],
  ['ende', 'en'],
  ['enden', 'en'],
]
const germanPlurals: Endings = [
  ['er', '-'],
  ['ern', '-'],
  ['e', '-'],
  ['en', '-'],
  ['n', '-'],
  ['', '-'],
]
const french: Endings = [
  ['aux', 'al au ail'],
  ['ales', 'al'],
  ['ale', 'al'],
  ['eaux', 'eau'],
  ['ées', 'é'],
  ['ée', 'é'],
  ['és', 'é'],
  ['ées', 'er', 'done'],
  ['ée', 'er', 'done'],
  ['és', 'er', 'done'],
  ['é', 'er', 'done'],
  ['ives', 'if'],
  ['ive', 'if'],
  ['euses', 'eur eux'],
  ['euse', 'eur eux'],
  ['trices', 'teur'],
  ['trice', 'teur'],
  ['elles', 'el eau'],
  ['elle', 'el eau'],
  ['ennes', 'en'],
  ['enne', 'en'],
  ['onnes', 'on'],
  ['onne', 'on onner'],
  ['ères', 'er'],
  ['ère', 'er'],
  ['ettes', 'et'],
  ['ette', 'et'],
  ['es', '- e er'],
  ['s', '-'],
  ['x', '-'],
  ['e', '- er'],
  ['ement', '-'],
  ['ment', '-'],
  ['èrent', 'er', 'past'],
  ['eraient', 'er'],
  ['erait', 'er'],
  ['eront', 'er', 'future'],
  ['erons', 'er', 'future'],
  ['era', 'er', 'future'],
  ['issaient', 'ir', 'past'],
  ['issait', 'ir', 'past'],
  ['issent', 'ir'],
  ['issons', 'ir'],
  ['issant', 'ir'],
  ['iront', 'ir', 'future'],
  ['ira', 'ir', 'future'],
  ['ient', 'ier'],
  ['aient', 'er re ir', 'past'],
  ['ait', 'er re ir', 'past'],
  ['ais', 'er re', 'past'],
  ['geons', 'ger'],
  ['ent', 'er re ir'],
  ['ons', 'er re ir'],
  ['ez', 'er re ir'],
  ['ant', 'er re ir'],
  ['a', 'er', 'past'],
  ['ra', 're', 'future'],
  ['ront', 're', 'future'],
  ['ues', 're', 'done'],
  ['ue', 're', 'done'],
  ['us', 're', 'done'],
  ['u', 're', 'done'],
  ['ies', 'ir', 'done'],
  ['ie', 'ir', 'done'],
  ['is', 'ir', 'done'],
  ['it', 'ir', 'done'],
  ['i', 'ir', 'done'],
]
const spanish: Endings = [
  ['ciones', 'ción'],
  ['siones', 'sión'],
  ['ces', 'z'],
  ['ones', 'ón'],
  ['anes', 'án'],
  ['eses', 'és'],
  ['esas', 'és'],
  ['esa', 'és'],
  ['oras', 'or'],
  ['ora', 'or'],
  ['ores', 'or'],
  ['adas', 'ado'],
  ['ada', 'ado'],
  ['ados', 'ado'],
  ['adas', 'ar', 'done'],
  ['ada', 'ar', 'done'],
  ['ados', 'ar', 'done'],
  ['ado', 'ar', 'done'],
  ['idas', 'ido'],
  ['ida', 'ido'],
  ['idos', 'ido'],
  ['idas', 'er ir', 'done'],
  ['ida', 'er ir', 'done'],
  ['idos', 'er ir', 'done'],
  ['ido', 'er ir', 'done'],
  ['amente', 'o'],
  ['mente', '-'],
  ['aron', 'ar', 'past'],
  ['ieron', 'er ir', 'past'],
  ['aban', 'ar', 'past'],
  ['aba', 'ar', 'past'],
  ['ían', 'er ir', 'past'],
  ['ía', 'er ir', 'past'],
  ['arán', 'ar', 'future'],
  ['ará', 'ar', 'future'],
  ['erán', 'er', 'future'],
  ['erá', 'er', 'future'],
  ['irán', 'ir', 'future'],
  ['irá', 'ir', 'future'],
  ['ando', 'ar'],
  ['iendo', 'er ir'],
  ['amos', 'ar'],
  ['emos', 'er ar'],
  ['imos', 'ir er'],
  ['ó', 'ar er ir', 'past'],
  ['ió', 'er ir', 'past'],
  ['as', 'o a ar'],
  ['a', 'o ar er ir'],
  ['os', 'o'],
  ['es', '- e er'],
  ['s', '-'],
  ['an', 'ar er'],
  ['en', 'er ir ar'],
  ['e', 'er ir ar'],
  ['o', 'ar er ir'],
]

/** What is left of a word without its ending has to say something. */
const shortest = 2

function byEndings(word: string, endings: Endings): BaseForm[] {
  return endings.flatMap(([ending, bases, sense]) => {
    const stem = word.slice(0, word.length - ending.length)
    if (!word.endsWith(ending) || stem.length < shortest) return []
    return bases.split(' ').map((base) => ({ base: stem + (base === '-' ? '' : base), sense }))
  })
}

const umlauts: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' }
/** “Märkte” → “Markte”. */
const withoutUmlaut = (word: string): string =>
  /[äöü]/.test(word) ? word.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter) : ''

const prefixes =
  '(?:ab|an|auf|aus|bei|durch|ein|fort|her|hin|mit|nach|um|vor|weg|weiter|wieder|zu|zurück|zusammen|über|unter)'
const participle = new RegExp(`^(${prefixes})?ge(.{2,}?)(?:et|t)(?:e[mnrs]?)?$`, 'u')
const inseparable = /^((?:be|er|ver|ent|zer|miss).{2,}?|.{2,}ier)t(?:e[mnrs]?)?$/u
const withZu = new RegExp(`^(${prefixes})zu(.{3,}n)$`, 'u')

/** “geliefert”, “ausgestattete”, “verkauft”. */
function participles(word: string): BaseForm[] {
  const [, prefix = '', stem] = participle.exec(word) ?? []
  const [, whole] = inseparable.exec(word) ?? []
  return [
    ...(stem === undefined ? [] : [`${prefix}${stem}en`, `${prefix}${stem}n`]),
    ...(whole === undefined ? [] : [`${whole}en`, `${whole}n`]),
  ].map((base) => ({ base, sense: 'done' as const }))
}

/** “anzubieten”. */
function infinitivesWithZu(word: string): BaseForm[] {
  const [, prefix, verb] = withZu.exec(word) ?? []
  return prefix === undefined || verb === undefined ? [] : [{ base: prefix + verb }]
}
