/** What the parts of an address are called on pages of a kind, in English, German and French. */
const words = (...lists: readonly string[]): RegExp => new RegExp(`^(?:${lists.join('|')})$`)

export const paths = {
  companies: words(
    'company|companies|organi[sz]ations?|startups?|firms?|profile|profiles',
    'unternehmen|firmen|entreprises?|societes?',
  ),
  papers: words('papers?|publications?|preprints?|proceedings|journals?|theses|publikationen|abs'),
  news: words(
    'news|press|press-releases?|releases?|newsroom|media|politics|business|world|breaking',
    'presse|aktuelles|nachrichten|pressemitteilungen|medien|wirtschaft|politik',
    'actualites|actualités|communiques|economie|politique',
  ),
  articles: words('articles?|stories|story|artikel|beitrag|magazin'),
  posts: words('blogs?|posts?|notes|essays?|writing|insights|beitraege|billets'),
  documentation: words(
    'docs?|documentation|reference|api|api-reference|manual|guides?|tutorials?|handbook|man|getting-started|quickstart|dokumentation|handbuch',
  ),
  codeParts: words('blob|tree|src|raw|commits?|releases'),
  packages: words('package|packages|project|crates|gems'),
  discussion: words('forums?|threads?|topics?|questions|viewtopic|showthread|discussions?|comments'),
  products: words('products?|produkte?|produits?|shop|store|items?|p|dp|catalog|katalog'),
  offer: words('pricing|prices|plans|features|product|preise|tarife|produkt|tarifs|produit'),
  lists: words(
    'companies|people|team|staff|news|press|blogs?|posts|articles|archives?|category|categories|tags?|topics|search|directory|list|products|events|publications|papers|speakers|customers',
    'presse|aktuelles|produkte|firmen|team|kunden|actualites|produits|clients|forum',
  ),
  grouping: words(
    'category|categories|collections?|product-category|c|cat|browse|tags?|section|sector|archives?|list|search|rubrik|kategorie|rubrique',
  ),
  events: words(
    'events?|conferences?|meetups?|workshops?|webinars?|veranstaltungen|termine|evenements|agenda',
  ),
  formalities: words(
    'privacy|privacy-policy|terms|terms-of-service|legal|imprint|cookies?|contact|contact-us|careers?|jobs|login|sign-?in|sign-?up|register|cart|checkout|account|venue|tickets|sitemap|faq',
    'impressum|datenschutz|agb|kontakt|karriere|stellenangebote|mentions-legales|contactez-nous|recrutement',
  ),
  investors: words(
    'investors?|ir|investor-relations|financials?|annual-reports?|finanzberichte|investisseurs',
  ),
  ownPages: words('about|now|cv|bio|me|lebenslauf|a-propos'),
} as const

export const preprintNumber = /^\d{4}\.\d{3,5}(?:v\d+)?(?:\.pdf)?$/
export const preprintPath = words('abs|pdf|papers?|preprint|eprint|record|publication')
export const reportFile =
  /annual-?report|gesch(?:ae|ä)ftsbericht|jahresabschluss|rapport-annuel|10-?[kq](?:[-.]|$)|quarterly-(?:report|results)|half-?year-(?:report|results)|quartalsbericht|halbjahresbericht|comptes-annuels|earnings/

/** What hosts of a kind are called. */
export const hosts = {
  news: /(?:^|[.-])(?:news|press|presse)[.-]|(?:news|times|herald|tribune|gazette|chronicle|wire|zeitung|kurier|tagblatt|nachrichten|observer|reporter|courier)\./,
  documentation: /^(?:docs?|documentation|developers?|dev|api|help|manual|wiki|learn)\.|readthedocs\./,
  code: /(?:^|[.-])(?:github|gitlab|bitbucket|codeberg|gitea|sourcehut|git|code)(?:[.-]|$)|(?:^|\.)git[a-z]*\./,
  packages: /npmjs|pypi|crates|rubygems|packagist|nuget|pkg\./,
  discussion: /^(?:forums?|community|discuss|discourse|board|talk)\.|stackexchange|stackoverflow/,
} as const
