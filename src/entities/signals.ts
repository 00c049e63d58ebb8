import { hosts, paths, preprintNumber, preprintPath, reportFile } from './address-words.ts'
import type { Weights } from './category.ts'
import {
  about,
  amongPeople,
  canBeBought,
  companyNavigation,
  declaresPerson,
  deep,
  either,
  endsIn,
  generator,
  graph,
  hasCitation,
  heading,
  home,
  host,
  inPath,
  isPdf,
  kind,
  manyLinks,
  muchCode,
  namesCompany,
  namesPerson,
  not,
  numberedArticle,
  opens,
  ownsSite,
  path,
  presentsItself,
  publishedTime,
  says,
  title,
  titledWithName,
  under,
  type Test,
} from './page-tests.ts'
import { generators, headings, openings, titles, vocabularies } from './tell-tale-words.ts'

export interface Signal {
  readonly why: string
  readonly weights: Weights
  readonly holds: Test
}

const signal = (why: string, weights: Weights, ...holds: readonly Test[]): Signal => ({
  why,
  weights,
  holds: (page) => holds.every((test) => test(page)),
})

/**
 * What each observation says about the category of a page, and how much. About 1 is a hint, 2.5 alone is enough when
 * nothing speaks against it, 5 is as good as a statement. Types of schema.org are weighed in `schema-types.ts`.
 */
export const signals: readonly Signal[] = [
  // What the page declares.
  signal('citation tags', { publication: 6 }, hasCitation),
  signal('og:type article', { article: 2, news: 1 }, graph(/^article$/i)),
  signal('og:type profile', { people: 3 }, graph(/^profile$/i)),
  signal('og:type product', { product: 4 }, graph(/^product/i)),
  signal('og:type of a business', { company: 3 }, graph(/^(?:business|company)/i)),
  signal('a time of publication', { article: 1, news: 0.5 }, publishedTime),
  signal('made by a documentation generator', { documentation: 4 }, generator(generators.documentation)),
  signal('made by forum software', { forum: 4 }, generator(generators.forum)),
  signal('JSON-LD is about an organisation', { company: 4 }, ({ declaresCompany }) => declaresCompany),
  signal('JSON-LD is about a person', { people: 4 }, declaresPerson, not(ownsSite)),
  signal('JSON-LD is about the owner of the site', { 'personal site': 2 }, declaresPerson, ownsSite),
  signal('several products', { listing: 4, product: -3 }, ({ types }) => (types.get('Product') ?? 0) >= 3),
  signal('a job posting', { other: 5 }, ({ types }) => types.has('JobPosting')),

  // How extraction found the page to be built.
  signal('built as an article', { article: 1.5, news: 0.5 }, kind('article')),
  signal('built as documentation', { documentation: 2.5 }, kind('documentation')),
  signal('built as a forum', { forum: 2.5 }, kind('forum')),
  signal('built as a product page', { product: 2 }, kind('product')),
  signal('built as a listing', { listing: 2 }, kind('listing', 'collection')),

  // The address.
  signal('a front page with the name of a company', { company: 2 }, home, namesCompany),
  signal('an address like /about', { company: 2 }, about, namesCompany),
  signal(
    'an entry in a directory of companies',
    { company: 3.5 },
    under(paths.companies),
    deep,
    not(endsIn(paths.lists)),
  ),
  signal('an address like /people/a-name', { people: 3 }, amongPeople),
  signal('an address with a DOI', { publication: 3 }, path(/\/10\.\d{4,9}\//)),
  signal(
    'an address with the number of a preprint',
    { publication: 3 },
    inPath(preprintPath),
    inPath(preprintNumber),
  ),
  signal('among papers', { publication: 2 }, under(paths.papers)),
  signal('among news', { news: 2.5 }, under(paths.news)),
  signal('among posts', { article: 2.5 }, under(paths.posts)),
  signal('among articles', { article: 2, news: 1 }, either(under(paths.articles), numberedArticle)),
  signal(
    'a dated address',
    { article: 1.5, news: 1 },
    path(/\/(?:19|20)\d\d\/(?:0?[1-9]|1[0-2])\/|\/(?:19|20)\d\d-\d\d-\d\d/),
  ),
  signal('an address with a year', { article: 1 }, path(/\/(?:19|20)\d\d\/[a-z]/)),
  signal('a publisher of news', { news: 1.5 }, host(hosts.news)),
  signal('a site for documentation', { documentation: 3 }, host(hosts.documentation)),
  signal('among documentation', { documentation: 2.5 }, inPath(paths.documentation)),
  signal(
    'a repository on a code host',
    { code: 4 },
    host(hosts.code),
    either(({ address }) => address.path.length === 2, inPath(paths.codeParts)),
  ),
  signal(
    'a package in a registry',
    { code: 2, documentation: 1 },
    host(hosts.packages),
    inPath(paths.packages),
  ),
  signal(
    'a place for discussion',
    { forum: 3.5, article: -1.5 },
    either(host(hosts.discussion), inPath(paths.discussion)),
  ),
  signal('a front page for discussions', { forum: -2, listing: 2 }, home, host(hosts.discussion)),
  signal('among products', { product: 2.5 }, under(paths.products)),
  signal('an address like /pricing', { product: 2.5, company: -2 }, endsIn(paths.offer)),
  signal(
    'an address of a list',
    { listing: 2.5, company: -1 },
    endsIn(paths.lists),
    not(({ address }) => address.query !== ''),
  ),
  signal('under a category', { listing: 3, product: -2 }, under(paths.grouping)),
  signal('among events', { event: 2.5 }, under(paths.events)),
  signal('a page for formalities', { other: 4 }, endsIn(paths.formalities)),
  signal(
    'a post on a social network',
    { 'social post': 5 },
    path(/\/status(?:es)?\/\d{6,}$|^\/@[\w.]+\/(?:posts\/)?\d{6,}$/),
  ),
  signal('a document rather than a page', { publication: 0.5, 'financial report': 0.5, company: -1 }, isPdf),
  signal('for investors', { 'financial report': 1.5 }, inPath(paths.investors)),
  signal('a file named as a report', { 'financial report': 3 }, endsIn(reportFile)),

  // Who is named.
  signal('the site of a person', { 'personal site': 3 }, ownsSite),
  signal(
    'the front page of a person',
    { 'personal site': 2 },
    ownsSite,
    either(home, inPath(paths.ownPages)),
  ),
  signal(
    'a post on the site of a person',
    { article: 3, 'personal site': -2 },
    ownsSite,
    not(home),
    not(inPath(paths.ownPages)),
  ),
  signal('a home among many', { 'personal site': 3 }, path(/^\/~[\w.-]+(?:\/[^/]*)?$/)),
  signal('the title is a name', { people: 2 }, titledWithName),
  signal('tells what a person is', { people: 1.5 }, namesPerson, opens(openings.person)),
  signal('the headings of a curriculum', { people: 1.5 }, heading(headings.curriculum)),
  signal('speaks as I', { 'personal site': 2 }, opens(openings.self)),
  signal('several facts about a company', { company: 3 }, ({ companyLabels }) => companyLabels >= 2),
  signal('a fact about a company', { company: 1 }, ({ companyLabels }) => companyLabels === 1),

  // The words.
  signal(
    'tells when or where a company was founded',
    { company: 1.5 },
    namesCompany,
    opens(openings.foundation),
  ),
  signal('speaks as we', { company: 1 }, presentsItself, namesCompany, says(2, vocabularies.we)),
  signal('speaks as a company', { company: 1.5 }, presentsItself, says(3, vocabularies.company)),
  signal('the navigation of a company', { company: 1.5 }, presentsItself, companyNavigation),
  signal('a legal form in the title', { company: 1 }, title(titles.legalForm)),
  signal('an abstract', { publication: 2 }, heading(headings.abstract)),
  signal('references', { publication: 1 }, heading(headings.references)),
  signal('a DOI or an arXiv number', { publication: 1.5 }, opens(openings.identifier)),
  signal('what papers state', { publication: 1 }, opens(openings.paperField)),
  signal('a dateline', { news: 2.5 }, opens(openings.dateline)),
  signal('a press release', { news: 2.5 }, opens(openings.release), not(home)),
  signal('reports what was said', { news: 1.5 }, says(2, vocabularies.reporting)),
  signal('reports what many said', { news: 1 }, says(4, vocabularies.reporting)),
  signal(
    'a byline',
    { article: 1, news: 0.5 },
    either(opens(openings.byline), ({ page }) => page.author !== null && page.publishedAt !== null),
  ),
  signal('a byline with a date', { article: 1, news: 1 }, opens(openings.datedByline)),
  signal('a date of publication', { article: 0.5, news: 0.5 }, ({ page }) => page.publishedAt !== null),
  signal('much code', { documentation: 2 }, muchCode),
  signal('a title of documentation', { documentation: 1.5 }, title(titles.documentation)),
  signal('tells how to use something', { documentation: 1 }, says(3, vocabularies.usage)),
  signal('the parts of a repository', { code: 2 }, says(4, vocabularies.repository)),
  signal('a title of a financial report', { 'financial report': 4 }, title(titles.report)),
  signal('the words of accounts', { 'financial report': 2.5 }, says(4, vocabularies.accounts)),
  signal('the words of a discussion', { forum: 2 }, says(3, vocabularies.discussion)),
  signal('a way to buy', { product: 3 }, canBeBought),
  signal('a price and a delivery', { product: 1.5 }, opens(openings.price), opens(openings.stock)),
  signal('a title of a list', { listing: 2 }, title(titles.list)),
  signal('mostly a list of links', { listing: 1.5 }, manyLinks),
  signal('the words of an event', { event: 2.5 }, says(4, vocabularies.event)),
  signal('a title of an event', { event: 2 }, title(titles.event)),
  signal('not found', { other: 6 }, title(titles.failure)),
]
