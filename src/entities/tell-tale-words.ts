/** Words and phrases that pages of a kind have, in English, German and French. */
const phrase = (flags: string, ...lists: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${lists.join('|')})(?!\p{L})`, flags)

/** In the title. */
export const titles = {
  report: phrase(
    'iu',
    'annual report|form 10-?[kq]|10-[kq]|quarterly (?:report|results)|half-year report|financial statements|earnings (?:release|report)',
    'geschäftsbericht|jahresabschluss|quartalsbericht|halbjahresbericht',
    'rapport (?:annuel|financier)|comptes annuels',
  ),
  documentation: phrase(
    'iu',
    'documentation|docs|reference|configuration|installation|install|getting started|quick ?start|API|CLI|manual|user guide|changelog|release notes',
    'dokumentation|handbuch|anleitung',
  ),
  list: /^(?:\d+ |top \d+|best |list of|all |archive|directory|index of|category|die \d+ besten|liste|annuaire|verzeichnis)/i,
  event:
    /(?<!\p{L})(?:conference|summit|symposium|meetup|workshop|expo|congress|hackathon|konferenz|tagung|messe|kongress|conférence|colloque|salon|week|days|con)(?!\p{L}).{0,12}(?<!\d)20\d\d|20\d\d.{0,12}(?:conference|summit|symposium|expo|congress|konferenz|tagung|conférence|colloque)/iu,
  legalForm: phrase('u', 'GmbH|AG|Inc|Ltd|LLC|PLC|plc|SAS|SARL|B\\.?V\\.?|AB'),
  failure: /^(?:404|403|page not found|not found|error|access denied|seite nicht gefunden|page introuvable)/i,
} as const

/** At the beginning of the text. */
export const openings = {
  person: phrase(
    'u',
    '(?:[Ss]he|[Hh]e|[Ss]ie|[Ee]r|[Ee]lle|[Ii]l) (?:is|was|holds|joined|studied|received|leads|works|ist|war|leitet|studierte|est|dirige|travaille)|[Cc]urriculum [Vv]itae',
  ),
  self: phrase('u', "I am|I['’]m|My name is|Ich bin|Mein Name ist|Je suis|Je m['’]appelle"),
  foundation: phrase(
    'u',
    '[Ff]ounded (?:in|by)|[Hh]eadquartered in|[Ee]stablished in|[Ss]tarted in (?:19|20)\\d\\d',
    'gegründet|mit Sitz in',
    '[Ff]ondée? (?:en|à|par)|[Cc]réée? en|dont le siège',
  ),
  identifier: /(?<![\w/])10\.\d{4,9}\/\S{3,}|arXiv:\d{4}\.\d{4,5}/,
  paperField:
    /^(?:\*\*)?(?:keywords|index terms|subjects|cite as|submitted|accepted|received|schlagwörter|mots[- ]clés)(?:\*\*)?\s?:/im,
  dateline:
    /(?:^|\n)\s*(?:\*\*)?\p{Lu}[\p{L} .-]{2,30}(?:, [\p{L} .]{2,20})?,? (?:\([^)]{2,20}\) )?(?:\d{1,2}\.? \p{L}+(?: \d{4})?|\p{Lu}\p{L}+\.? \d{1,2}(?:, \d{4})?)(?:\*\*)? ?(?:\([^)]{2,20}\) ?)?[–—-]{1,2} /u,
  release: phrase(
    'iu',
    'for immediate release|press release|media contact|pressemitteilung|pressekontakt|communiqué de presse|contact presse',
  ),
  byline: /(?:^|\n)[*_]*(?:By|Von|Par) \p{Lu}[\p{L}'’-]+ \p{Lu}/u,
  datedByline: /(?:^|\n)[*_]*(?:By|Von|Par) \p{Lu}[\p{L}'’-]+ \p{Lu}[^\n]{0,60}(?:19|20)\d\d/u,
  price: /[€$£] ?\d|\d ?(?:€|EUR|USD)/,
  stock: phrase(
    'iu',
    'SKU|in stock|out of stock|delivery|shipping|Artikelnummer|auf Lager|Lieferzeit|Versand|en stock|livraison',
  ),
} as const

/** On a line of their own. */
export const headings = {
  curriculum:
    /^(?:education|experience|employment|biography|bio|cv|curriculum vitae|selected publications|awards|positions|research interests|lebenslauf|werdegang|ausbildung|formation|parcours|biographie)$/i,
  abstract: /^(?:abstract|zusammenfassung|résumé)(?:[:.—-]|$)/i,
  references: /^(?:references|bibliography|literatur|literaturverzeichnis|références|bibliographie)$/i,
} as const

/** Words and phrases that may be anywhere: how many different ones there are matters. */
export type Vocabulary = readonly string[]
const vocabulary = (...lists: readonly string[]): Vocabulary => lists.flatMap((list) => list.split('|'))

export const vocabularies = {
  we: vocabulary('we|our|ours|wir|unser|unsere|unseren|unserer|nous|notre|nos'),
  company: vocabulary(
    'our customers|our clients|our team|our products|our product|our mission|our company|our platform|our technology|our services|our story',
    'we build|we make|we help|we provide|we offer|we develop|we design|we are|we sell|we supply|book a demo|get started|contact sales|free trial',
    'unsere kunden|unsere produkte|unsere leistungen|unser team|wir bauen|wir entwickeln|wir bieten|wir sind|wir liefern',
    'nos clients|nos produits|nos équipes|nos solutions|nous concevons|nous développons|nous proposons|nous sommes|nous fabriquons',
  ),
  reporting: vocabulary(
    'told|said|announced|reported|spokesperson|spokeswoman|spokesman|according to|declined to comment',
    'sagte|laut|teilte|erklärte|kündigte',
    'selon|résume|assure|a déclaré|a annoncé|a indiqué|a précisé',
  ),
  usage: vocabulary(
    'parameter|parameters|returns|deprecated|syntax|usage|npm install|pip install|cargo add|configuration file|command line|default value|environment variable',
  ),
  repository: vocabulary(
    'readme|commit|commits|branch|branches|fork|forks|star|stars|pull request|pull requests|license|licence|git clone|contributors|repository',
  ),
  accounts: vocabulary(
    'ebit|ebitda|shareholders|auditor|auditors|balance sheet|cash flow|income statement|fiscal year|net income|net profit|total assets|gross margin|operating profit|operating income',
    'bilanz|eigenkapital|jahresüberschuss|umsatzerlöse|lagebericht|gewinn- und verlustrechnung',
    'bilan|exercice|compte de résultat|résultat net|capitaux propres',
  ),
  discussion: vocabulary(
    'replies|reply|joined|quote|views|upvote|upvotes|answered|asked|posted by|last post|accepted answer|re:',
    'antworten|beiträge|verfasst|zitat|réponses|membre',
  ),
  buying: vocabulary(
    'add to cart|add to basket|add to bag|buy now|in den warenkorb|jetzt kaufen|ajouter au panier|acheter maintenant',
  ),
  event: vocabulary(
    'register|registration|speaker|speakers|programme|agenda|ticket|tickets|venue|attendees|keynote|keynotes|early bird|call for papers',
    'anmeldung|referenten|programm|veranstaltungsort|inscription|intervenants',
  ),
} as const

/** What sites of companies have in their navigation. */
export const companyLink =
  /^(?:careers|jobs|pricing|products|solutions|customers|case studies|about us|our team|press|investors|contact sales|book a demo|request a demo|services|karriere|produkte|leistungen|unternehmen|über uns|impressum|kunden|recrutement|produits|nos clients|entreprise|à propos|mentions légales)$/

export const generators = {
  documentation:
    /docusaurus|sphinx|mkdocs|gitbook|vitepress|mdbook|readthedocs|jsdoc|typedoc|javadoc|rustdoc|antora|starlight/i,
  forum: /discourse|phpbb|vbulletin|xenforo|flarum|nodebb|mybb|vanilla forums/i,
} as const
