import type { Category } from './category.ts'
import type { Evidence } from './evidence.ts'
import { isAboutSegment } from './page-address.ts'
import { looksLikeName } from './person-name.ts'

/** `other` is for pages that are none of the categories: it wins so that nothing else does. */
export type Candidate = Category | 'other'

export interface Signal {
  readonly why: string
  readonly weights: Readonly<Partial<Record<Candidate, number>>>
  readonly holds: (page: Evidence) => boolean
}

/** Some part of the path. */
const inPath = (pattern: RegExp) => (page: Evidence) =>
  page.address.path.some((segment) => pattern.test(segment))
/** The last part of the path. */
const endsIn = (pattern: RegExp) => (page: Evidence) => pattern.test(page.address.path.at(-1) ?? '')
/** A part of the path that has something under it. */
const under = (pattern: RegExp) => (page: Evidence) =>
  page.address.path.slice(0, -1).some((segment) => pattern.test(segment))
const host = (pattern: RegExp) => (page: Evidence) => pattern.test(page.address.host)
const title = (pattern: RegExp) => (page: Evidence) => pattern.test(page.page.title ?? '')
const head = (pattern: RegExp) => (page: Evidence) => pattern.test(page.head)
const kind = (name: string) => (page: Evidence) => page.page.kind === name
const meta =
  (name: string, pattern = /./) =>
  (page: Evidence) =>
    pattern.test(page.data.meta.get(name) ?? '')
const graph = (pattern: RegExp) => (page: Evidence) => pattern.test(page.data.openGraph.get('type') ?? '')
/** At least so many different words or phrases of a pattern. The pattern has the flag `g`. */
const says = (least: number, pattern: RegExp) => (page: Evidence) =>
  distinct(page.page.text.slice(0, 20_000), pattern) >= least
const heading = (pattern: RegExp) => (page: Evidence) =>
  page.prose.lines.some(({ kind, text }) => (kind === 'heading' || text.length < 40) && pattern.test(text))
const both =
  (...tests: readonly ((page: Evidence) => boolean)[]) =>
  (page: Evidence) =>
    tests.every((test) => test(page))

function distinct(text: string, pattern: RegExp): number {
  const found = new Set<string>()
  for (const [match] of text.matchAll(pattern)) found.add(match.toLowerCase())
  return found.size
}

const home = (page: Evidence) => page.address.isHome
const about = (page: Evidence) =>
  page.address.path.length <= 3 && isAboutSegment(page.address.path.at(-1) ?? '')
const isPdf = (page: Evidence) =>
  page.page.contentType === 'application/pdf' || /\.pdf$/.test(page.address.path.at(-1) ?? '')
const hasCompanyName = (page: Evidence) => page.company.name !== null && !looksLikeName(page.company.name)
/** What only sites of companies have in their navigation. */
const companyLinks =
  /^(?:careers|jobs|pricing|products|solutions|customers|case studies|about us|our team|press|investors|contact sales|book a demo|request a demo|karriere|produkte|leistungen|unternehmen|über uns|impressum|kunden|recrutement|produits|solutions|nos clients|entreprise|à propos|mentions légales|services)$/

/**
 * What each observation says about the category of a page, and how much. About 1 is a hint, 3 alone is enough, 5 is
 * as good as a statement. Types of schema.org are weighed in `schema-types.ts`.
 */
export const signals: readonly Signal[] = [
  // Structured data.
  {
    why: 'citation tags',
    weights: { publication: 6 },
    holds: (page) =>
      page.data.meta.has('citation_title') &&
      [...page.data.meta.keys()].some((name) =>
        /^citation_(?:author|doi|journal_title|pdf_url|publication_date|date|arxiv_id|abstract)/.test(name),
      ),
  },
  { why: 'og:type article', weights: { article: 2, news: 1 }, holds: graph(/^article$/i) },
  { why: 'og:type profile', weights: { people: 3 }, holds: graph(/^profile$/i) },
  { why: 'og:type product', weights: { product: 4 }, holds: graph(/^product/i) },
  { why: 'og:type of a business', weights: { company: 3 }, holds: graph(/^(?:business|company)/i) },
  {
    why: 'a publication time for an article',
    weights: { article: 1, news: 0.5 },
    holds: (page) =>
      page.data.meta.has('article:published_time') || page.data.openGraph.has('article:published_time'),
  },
  {
    why: 'made by a documentation generator',
    weights: { documentation: 4 },
    holds: meta(
      'generator',
      /docusaurus|sphinx|mkdocs|gitbook|vitepress|mdbook|readthedocs|jsdoc|typedoc|javadoc|rustdoc|antora|starlight/i,
    ),
  },
  {
    why: 'made by forum software',
    weights: { forum: 4 },
    holds: meta('generator', /discourse|phpbb|vbulletin|xenforo|flarum|nodebb|mybb|vanilla forums/i),
  },
  { why: 'JSON-LD is about an organisation', weights: { company: 4 }, holds: (page) => page.declaresCompany },
  { why: 'JSON-LD is about a person', weights: { people: 4 }, holds: (page) => page.person.item !== null },
  {
    why: 'several products',
    weights: { listing: 4, product: -3 },
    holds: (page) => (page.types.get('Product') ?? 0) >= 3,
  },
  { why: 'a job posting', weights: { other: 5 }, holds: (page) => page.types.has('JobPosting') },

  // How extraction found the page to be built.
  { why: 'built as an article', weights: { article: 1.5, news: 0.5 }, holds: kind('article') },
  { why: 'built as documentation', weights: { documentation: 2.5 }, holds: kind('documentation') },
  { why: 'built as a forum', weights: { forum: 2.5 }, holds: kind('forum') },
  { why: 'built as a product page', weights: { product: 2 }, holds: kind('product') },
  {
    why: 'built as a listing',
    weights: { listing: 2 },
    holds: (page) => kind('listing')(page) || kind('collection')(page),
  },

  // The address.
  {
    why: 'a front page with the name of a company',
    weights: { company: 2 },
    holds: both(home, hasCompanyName),
  },
  { why: 'an address like /about', weights: { company: 2 }, holds: both(about, hasCompanyName) },
  {
    why: 'an entry in a directory of companies',
    weights: { company: 3.5 },
    holds: both(
      under(
        /^(?:company|companies|organi[sz]ations?|startups?|firms?|unternehmen|firmen|entreprises?|societes?)$/,
      ),
      (page) =>
        page.address.path.length >= 2 &&
        !endsIn(/^(?:page|list|all|search|news|team|jobs|people|pricing|press)$/)(page),
    ),
  },
  {
    why: 'an address like /people/a-name',
    weights: { people: 3 },
    holds: both(
      under(
        /^(?:people|person|team|staff|faculty|members?|profiles?|authors?|experts|in|user|users|bio|speakers|mitarbeiter|personen|team-members|equipe|équipe|personnes|management|leadership)$/,
      ),
      (page) =>
        page.person.name !== null || /^[\p{L}]+(?:[-_.][\p{L}]+){1,3}$/u.test(page.address.path.at(-1) ?? ''),
    ),
  },
  {
    why: 'an address with a DOI or the number of a preprint',
    weights: { publication: 3 },
    holds: (page) =>
      /\b10\.\d{4,9}\//.test(page.address.path.join('/')) ||
      both(
        inPath(/^(?:abs|pdf|paper|papers|preprint|eprint|record|publication)$/),
        inPath(/^\d{4}\.\d{3,5}(?:v\d+)?(?:\.pdf)?$/),
      )(page),
  },
  {
    why: 'among papers',
    weights: { publication: 2 },
    holds: under(/^(?:papers?|publications?|preprints?|proceedings|journals?|publikationen|theses)$/),
  },
  {
    why: 'among news',
    weights: { news: 2.5 },
    holds: under(
      /^(?:news|press|presse|press-releases?|release|releases|newsroom|media|aktuelles|nachrichten|pressemitteilungen|actualites|actualités|communiques|medien|politics|business|world|breaking)$/,
    ),
  },
  {
    why: 'among posts',
    weights: { article: 2.5 },
    holds: under(
      /^(?:blog|blogs|posts?|articles?|notes|essays?|stories|journal|writing|insights|magazin|artikel|beitraege)$/,
    ),
  },
  {
    why: 'a dated address',
    weights: { article: 1.5, news: 1 },
    holds: (page) =>
      /(?:^|\/)(?:19|20)\d\d\/(?:0?[1-9]|1[0-2])\//.test(page.address.path.join('/')) ||
      /(?:^|\/)(?:19|20)\d\d-\d\d-\d\d/.test(page.address.path.join('/')),
  },
  {
    why: 'a publisher of news',
    weights: { news: 1.5 },
    holds: host(
      /(?:^|[.-])(?:news|press|presse)[.-]|(?:news|times|herald|tribune|gazette|chronicle|wire|zeitung|kurier|tagblatt|nachrichten|observer|reporter|courier)\./,
    ),
  },
  {
    why: 'a site for documentation',
    weights: { documentation: 3 },
    holds: host(/^(?:docs?|documentation|developers?|dev|api|help|manual|wiki|learn|readthedocs)\./),
  },
  {
    why: 'among documentation',
    weights: { documentation: 2.5 },
    holds: inPath(
      /^(?:docs?|documentation|reference|api|manual|guide|guides|tutorials?|handbook|man|api-reference|dokumentation|handbuch|getting-started|quickstart)$/,
    ),
  },
  {
    why: 'a repository on a code host',
    weights: { code: 4 },
    holds: (page) =>
      /(?:^|[.-])(?:github|gitlab|bitbucket|codeberg|gitea|sourcehut|git|code)(?:[.-]|$)|git[a-z]*\./.test(
        page.address.host,
      ) &&
      (page.address.path.length === 2 || inPath(/^(?:blob|tree|src|raw|commits?|releases)$/)(page)),
  },
  {
    why: 'a package in a registry',
    weights: { code: 2, documentation: 1 },
    holds: both(
      host(/npmjs|pypi|crates|rubygems|packagist|nuget|pkg\./),
      inPath(/^(?:package|project|crates|gems|packages)$/),
    ),
  },
  {
    why: 'a place for discussion',
    weights: { forum: 3 },
    holds: (page) =>
      host(/^(?:forums?|community|discuss|discourse|board|talk)\.|stackexchange|stackoverflow/)(page) ||
      inPath(/^(?:forums?|threads?|topics?|questions|viewtopic|showthread|discussions?|comments)$/)(page),
  },
  {
    why: 'a front page of a place for discussion',
    weights: { forum: -2, listing: 2 },
    holds: both(home, host(/^(?:forums?|community|discuss|board)\./)),
  },
  {
    why: 'among products',
    weights: { product: 2.5 },
    holds: under(/^(?:products?|produkte?|produits?|shop|store|item|items|p|dp|artikel|catalog|katalog)$/),
  },
  {
    why: 'an address like /pricing',
    weights: { product: 2, company: -2 },
    holds: endsIn(
      /^(?:pricing|prices|plans|preise|tarifs|features|product|produkt|produit|technology|solutions|services|leistungen)$/,
    ),
  },
  {
    why: 'an address of a list',
    weights: { listing: 2.5, company: -1 },
    holds: endsIn(
      /^(?:companies|people|team|staff|news|press|presse|blog|blogs|posts|articles|archive|archives|category|categories|tags?|topics|search|directory|list|index|products|events|publications|papers|section|speakers|customers|actualites|aktuelles|produkte|produits|firmen|unternehmensliste|forum)$/,
    ),
  },
  {
    why: 'under a category or a tag',
    weights: { listing: 3 },
    holds: under(
      /^(?:category|categories|tags?|topics?|section|sector|archive|archives|list|search|rubrik|kategorie|rubrique)$/,
    ),
  },
  {
    why: 'among events',
    weights: { event: 2.5 },
    holds: under(
      /^(?:events?|conferences?|meetups?|workshops?|webinars?|veranstaltungen|termine|evenements|agenda)$/,
    ),
  },
  {
    why: 'a page for formalities',
    weights: { other: 4 },
    holds: endsIn(
      /^(?:privacy|privacy-policy|terms|terms-of-service|legal|imprint|impressum|datenschutz|agb|mentions-legales|cookies?|contact|contact-us|kontakt|contactez-nous|careers?|jobs|karriere|recrutement|stellenangebote|login|signin|sign-?up|register|cart|checkout|account|venue|tickets|sitemap|faq)$/,
    ),
  },
  {
    why: 'a post on a social network',
    weights: { 'social post': 5 },
    holds: (page) =>
      /\/(?:status|statuses)\/\d{6,}$|^@[\w.]+\/(?:posts\/)?\d{6,}$/.test(
        page.address.path.join('/').replace(/^(?!@)/, '/'),
      ),
  },
  {
    why: 'in the investors’ part',
    weights: { 'financial report': 1.5 },
    holds: inPath(
      /^(?:investors?|ir|investor-relations|financials?|annual-reports?|finanzberichte|investisseurs)$/,
    ),
  },
  {
    why: 'a file named as a report',
    weights: { 'financial report': 3 },
    holds: endsIn(
      /annual-?report|geschaeftsbericht|geschäftsbericht|jahresabschluss|rapport-annuel|10-?[kq](?:[-.]|$)|quarterly-(?:report|results)|half-?year-(?:report|results)|quartalsbericht|halbjahresbericht|comptes-annuels|earnings/,
    ),
  },

  // Who is named.
  {
    why: 'the name of the site is that of a person',
    weights: { 'personal site': 3 },
    holds: (page) => page.person.ownsSite,
  },
  {
    why: "a person's own front page",
    weights: { 'personal site': 2 },
    holds: (page) =>
      page.person.ownsSite && (home(page) || inPath(/^(?:about|now|cv|bio|me|lebenslauf|a-propos)$/)(page)),
  },
  {
    why: 'a post on a personal site',
    weights: { article: 2.5, 'personal site': -3 },
    holds: (page) => page.person.ownsSite && page.address.path.length >= 2,
  },
  {
    why: 'a home among many',
    weights: { 'personal site': 3 },
    holds: (page) => /^~[\w.-]+$/.test(page.address.path[0] ?? '') && page.address.path.length <= 2,
  },
  {
    why: 'the title is a name',
    weights: { people: 2 },
    holds: (page) => page.person.name !== null && looksLikeName(page.titleParts[0] ?? ''),
  },
  {
    why: 'tells what a person is',
    weights: { people: 1.5 },
    holds: (page) =>
      page.person.name !== null &&
      /(?<!\p{L})(?:(?:[Ss]he|[Hh]e|[Ss]ie|[Ee]r|[Ee]lle|[Ii]l) (?:is|was|holds|joined|studied|received|leads|works|ist|war|leitet|studierte|est|a|dirige|travaille)|curriculum vitae)(?!\p{L})/u.test(
        page.head,
      ),
  },
  {
    why: 'headings of a curriculum',
    weights: { people: 1.5 },
    holds: heading(
      /^(?:education|experience|employment|biography|bio|cv|curriculum vitae|selected publications|awards|positions|research interests|lebenslauf|werdegang|ausbildung|formation|parcours|biographie)$/i,
    ),
  },
  {
    why: 'speaks as I',
    weights: { 'personal site': 2 },
    holds: head(
      /(?<!\p{L})(?:I am|I['’]m|My name is|Ich bin|Mein Name ist|Je suis|Je m['’]appelle)(?!\p{L})/u,
    ),
  },
  {
    why: 'several facts about a company under labels',
    weights: { company: 3 },
    holds: (page) => page.companyLabels >= 2,
  },
  {
    why: 'a fact about a company under a label',
    weights: { company: 1 },
    holds: (page) => page.companyLabels === 1,
  },

  // The words.
  {
    why: 'tells when or where a company was founded',
    weights: { company: 1.5 },
    holds: both(
      hasCompanyName,
      head(
        /(?<!\p{L})(?:[Ff]ounded (?:in|by)|[Hh]eadquartered in|[Ee]stablished in|gegründet|mit Sitz in|[Ff]ondée? (?:en|à|par)|[Cc]réée? en|dont le siège)(?!\p{L})/u,
      ),
    ),
  },
  {
    why: 'speaks as a company',
    weights: { company: 1.5 },
    holds: both(
      (page) => home(page) || about(page),
      says(
        3,
        /(?<!\p{L})(?:our (?:customers|clients|team|products?|mission|company|platform|technology|services|story)|we (?:build|make|help|provide|offer|develop|design|are|sell|supply)|unsere[nr]? (?:kunden|produkte|mitarbeiter|leistungen|team)|wir (?:bauen|entwickeln|bieten|sind|liefern)|nos (?:clients|produits|équipes|solutions)|nous (?:concevons|développons|proposons|sommes|fabriquons)|book a demo|get started|contact sales|free trial)(?!\p{L})/giu,
      ),
    ),
  },
  {
    why: 'the navigation of a company',
    weights: { company: 1.5 },
    holds: both(
      (page) => home(page) || about(page),
      (page) => [...page.linkTexts].filter((text) => companyLinks.test(text)).length >= 2,
    ),
  },
  {
    why: 'a legal form in the title',
    weights: { company: 1 },
    holds: title(/(?<!\p{L})(?:GmbH|AG|Inc\.?|Ltd\.?|LLC|PLC|plc|S\.?A\.?S\.?|SARL|B\.?V\.?|AB)(?!\p{L})/u),
  },
  {
    why: 'an abstract',
    weights: { publication: 2 },
    holds: heading(/^(?:abstract|zusammenfassung|résumé)(?:[:.—-]|$)/i),
  },
  {
    why: 'references',
    weights: { publication: 1 },
    holds: heading(/^(?:references|bibliography|literatur|literaturverzeichnis|références|bibliographie)$/i),
  },
  {
    why: 'a DOI or an arXiv number',
    weights: { publication: 1.5 },
    holds: head(/(?<![\w/])10\.\d{4,9}\/\S{3,}|arXiv:\d{4}\.\d{4,5}/),
  },
  {
    why: 'keywords, affiliations or a citation',
    weights: { publication: 1 },
    holds: head(
      /^(?:\*\*)?(?:keywords|index terms|subjects|cite as|submitted|accepted|received|schlagwörter|mots[- ]clés)(?:\*\*)?\s?:/im,
    ),
  },
  {
    why: 'a dateline',
    weights: { news: 2.5 },
    holds: head(
      /(?:^|\n)\s*(?:\*\*)?\p{Lu}[\p{L} .-]{2,30}(?:, [\p{L} .]{2,20})?,? (?:\([^)]{2,20}\) )?(?:\d{1,2}\.? \p{L}+(?: \d{4})?|\p{Lu}\p{L}+\.? \d{1,2}(?:, \d{4})?)(?:\*\*)? ?(?:\([^)]{2,20}\) ?)?[–—-]{1,2} /u,
    ),
  },
  {
    why: 'a press release',
    weights: { news: 2.5 },
    holds: head(
      /for immediate release|press release|pressemitteilung|communiqué de presse|media contact|pressekontakt|contact presse/i,
    ),
  },
  {
    why: 'somebody said something',
    weights: { news: 1.5 },
    holds: says(
      2,
      /(?<!\p{L})(?:told|according to|a spokes\p{L}+|said in a statement|announced|reported|sagte|laut|teilte mit|erklärte|kündigte|selon|a déclaré|a annoncé|a indiqué|précise)(?!\p{L})/giu,
    ),
  },
  {
    why: 'a byline',
    weights: { article: 1, news: 0.5 },
    holds: (page) =>
      (page.page.author !== null && page.page.publishedAt !== null) ||
      head(/(?:^|\n)(?:\*|_)*(?:By|Von|Par) \p{Lu}\p{L}+ \p{Lu}/u)(page),
  },
  {
    why: 'a date of publication',
    weights: { article: 0.5, news: 0.5 },
    holds: (page) => page.page.publishedAt !== null,
  },
  {
    why: 'much code',
    weights: { documentation: 2 },
    holds: (page) => page.codeShare >= 0.12 && page.page.details.codeBlocks.length >= 2,
  },
  {
    why: 'a title of documentation',
    weights: { documentation: 1.5 },
    holds: title(
      /(?<!\p{L})(?:documentation|docs|reference|configuration|installation|install|getting started|quick ?start|API|CLI|manual|user guide|changelog|release notes|dokumentation|handbuch|anleitung)(?!\p{L})/iu,
    ),
  },
  {
    why: 'speaks of installing and configuring',
    weights: { documentation: 1 },
    holds: says(
      3,
      /(?<!\p{L})(?:npm install|pip install|cargo add|configuration file|command line|parameters?|returns|default value|environment variable|deprecated|syntax|usage)(?!\p{L})/giu,
    ),
  },
  {
    why: 'the parts of a repository',
    weights: { code: 2.5 },
    holds: says(
      3,
      /(?<!\p{L})(?:readme|commits?|branch(?:es)?|forks?|stars?|pull requests?|licen[cs]e|git clone|contributors?|repository)(?!\p{L})/giu,
    ),
  },
  {
    why: 'a title of a financial report',
    weights: { 'financial report': 4 },
    holds: title(
      /(?<!\p{L})(?:annual report|form 10-?[kq]|10-[kq]|quarterly (?:report|results)|half-year report|financial statements|earnings (?:release|report)|geschäftsbericht|jahresabschluss|quartalsbericht|halbjahresbericht|rapport (?:annuel|financier)|comptes annuels)(?!\p{L})/iu,
    ),
  },
  {
    why: 'the words of accounts',
    weights: { 'financial report': 2.5 },
    holds: says(
      4,
      /(?<!\p{L})(?:balance sheet|cash flows?|income statement|fiscal year|ebitda?|net (?:income|profit)|total assets|shareholders?|gross margin|auditors?|operating (?:profit|income)|bilanz|gewinn- und verlustrechnung|eigenkapital|jahresüberschuss|umsatzerlöse|lagebericht|bilan|compte de résultat|résultat net|capitaux propres|exercice)(?!\p{L})/giu,
    ),
  },
  {
    why: 'the words of a discussion',
    weights: { forum: 2 },
    holds: says(
      3,
      /(?<!\p{L})(?:posted by|replies|reply|joined|quote|last post|views|upvotes?|accepted answer|answered|asked|re: |antworten|beiträge|verfasst|zitat|réponses|membre|posts: \d+)(?!\p{L})/giu,
    ),
  },
  {
    why: 'a way to buy',
    weights: { product: 3 },
    holds: (page) =>
      /(?<!\p{L})(?:add to (?:cart|basket|bag)|buy now|in den warenkorb|jetzt kaufen|ajouter au panier|acheter)(?!\p{L})/iu.test(
        page.page.text.slice(0, 20_000),
      ) ||
      [...page.linkTexts].some((text) =>
        /^(?:add to (?:cart|basket)|buy now|in den warenkorb|ajouter au panier)$/.test(text),
      ),
  },
  {
    why: 'a price and an article number',
    weights: { product: 1.5 },
    holds: both(
      head(/(?:[€$£] ?\d|\d ?(?:€|EUR|USD))/),
      head(
        /(?<!\p{L})(?:SKU|in stock|out of stock|delivery|shipping|Artikelnummer|auf Lager|Lieferzeit|Versand|en stock|livraison)(?!\p{L})/iu,
      ),
    ),
  },
  {
    why: 'a title of a list',
    weights: { listing: 2 },
    holds: title(
      /^(?:\d+ |top \d+|best |list of|all |archive|directory|index of|category|die \d+ besten|liste|annuaire|verzeichnis)/i,
    ),
  },
  {
    why: 'mostly a list of links',
    weights: { listing: 1.5 },
    holds: (page) => page.listShare >= 0.7 && page.words < 1500 && page.page.details.links.length >= 15,
  },
  {
    why: 'the words of an event',
    weights: { event: 2.5 },
    holds: says(
      4,
      /(?<!\p{L})(?:register|registration|call for papers|speakers?|programme|agenda|tickets?|venue|attendees|keynotes?|early bird|anmeldung|referenten|programm|veranstaltungsort|inscription|intervenants)(?!\p{L})/giu,
    ),
  },
  {
    why: 'a title of an event',
    weights: { event: 2 },
    holds: title(
      /(?<!\p{L})(?:conference|summit|symposium|meetup|workshop|expo|congress|hackathon|konferenz|tagung|messe|kongress|conférence|colloque|salon|week|days|con)(?!\p{L}).{0,12}(?<!\d)20\d\d|20\d\d.{0,12}(?:conference|summit|symposium|expo|congress|konferenz|tagung|conférence|colloque)/iu,
    ),
  },
  {
    why: 'not found',
    weights: { other: 6 },
    holds: title(
      /^(?:404|403|page not found|not found|error|access denied|seite nicht gefunden|page introuvable)/i,
    ),
  },
]
