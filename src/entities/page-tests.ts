import { paths } from './address-words.ts'
import { institutionWord } from './career-words.ts'
import type { Evidence } from './evidence.ts'
import { isAboutSegment, isAmongPeople } from './page-address.ts'
import { looksLikeName } from './person-name.ts'
import { companyLink, vocabularies, type Vocabulary } from './tell-tale-words.ts'

/** Whether something can be observed about a page. */
export type Test = (page: Evidence) => boolean

/** Some part of the path; one that has something under it; the last one. */
export const inPath =
  (part: RegExp): Test =>
  ({ address }) =>
    address.path.some((segment) => part.test(segment))
export const under =
  (part: RegExp): Test =>
  ({ address }) =>
    address.path.slice(0, -1).some((segment) => part.test(segment))
export const endsIn =
  (part: RegExp): Test =>
  ({ address }) =>
    part.test(address.path.at(-1) ?? '')
export const path =
  (whole: RegExp): Test =>
  ({ address }) =>
    whole.test(`/${address.path.join('/')}`)
export const host =
  (name: RegExp): Test =>
  ({ address }) =>
    name.test(address.host)
export const title =
  (words: RegExp): Test =>
  ({ page }) =>
    words.test((page.title ?? '').slice(0, 300))
export const opens =
  (words: RegExp): Test =>
  ({ head }) =>
    words.test(head)
export const kind =
  (...names: readonly string[]): Test =>
  ({ page }) =>
    names.includes(page.kind)
export const graph =
  (type: RegExp): Test =>
  ({ data }) =>
    type.test(data.openGraph.get('type') ?? '')
export const generator =
  (name: RegExp): Test =>
  ({ data }) =>
    name.test(data.meta.get('generator') ?? '')
export const heading =
  (words: RegExp): Test =>
  ({ prose }) =>
    prose.lines.some(({ text }) => text.length < 40 && words.test(text))
/** At least so many different words of a vocabulary. */
export const says =
  (least: number, vocabulary: Vocabulary): Test =>
  ({ words, lowerText }) =>
    vocabulary.filter((word) => (/[ :]/.test(word) ? lowerText.includes(word) : words.has(word))).length >=
    least
export const either =
  (...tests: readonly Test[]): Test =>
  (page) =>
    tests.some((test) => test(page))
export const not =
  (test: Test): Test =>
  (page) =>
    !test(page)

export const home: Test = ({ address }) => address.isHome
export const about: Test = ({ address }) =>
  address.path.length <= 3 && isAboutSegment(address.path.at(-1) ?? '')
export const numberedArticle: Test = (page) =>
  endsIn(paths.articles)(page) && /\bid=/.test(page.address.query)
export const presentsItself = either(home, about)
export const deep: Test = ({ address }) => address.path.length >= 2
export const namesCompany: Test = ({ company, person }) =>
  company.name !== null && !person.ownsSite && !institutionWord.test(company.name)
export const namesPerson: Test = ({ person }) => person.name !== null
export const declaresPerson: Test = ({ person }) => person.item !== null
export const ownsSite: Test = ({ person }) => person.ownsSite
export const publishedTime: Test = ({ data }) =>
  data.meta.has('article:published_time') || data.openGraph.has('article:published_time')
const citation = /^citation_(?:author|doi|journal_title|pdf_url|publication_date|date|arxiv_id|abstract)/
const nameLikeSegment = /^\p{L}+(?:[-_.]\p{L}+){1,3}$/u
export const hasCitation: Test = ({ data }) =>
  data.meta.has('citation_title') && [...data.meta.keys()].some((name) => citation.test(name))
export const amongPeople: Test = (page) =>
  isAmongPeople(page.address) && (page.person.name !== null || endsIn(nameLikeSegment)(page))
export const titledWithName: Test = (page) => namesPerson(page) && looksLikeName(page.titleParts[0] ?? '')
export const companyNavigation: Test = ({ linkTexts }) =>
  [...linkTexts].filter((text) => companyLink.test(text)).length >= 2
export const muchCode: Test = ({ codeShare, page }) =>
  codeShare >= 0.12 && page.details.codeBlocks.length >= 2
export const manyLinks: Test = ({ listShare, page }) =>
  listShare >= 0.7 && page.text.length < 9000 && page.details.links.length >= 15
export const canBeBought = either(says(1, vocabularies.buying), ({ linkTexts }) =>
  vocabularies.buying.some((words) => linkTexts.has(words)),
)
export const isPdf: Test = ({ page, address }) =>
  page.contentType === 'application/pdf' || (address.path.at(-1) ?? '').endsWith('.pdf')
