import { entry, type OptionWords } from './option-entry.ts'
import { offerWords } from './option-words-offers.ts'
import { studyWords } from './option-words-studies.ts'

export const optionWords: readonly OptionWords[] = [
  ...offerWords,
  ...studyWords,
  entry(
    'profit',
    '(?:is )?profitable|in profit|rentable|profitabel|bénéficiaire',
    String.raw`(?<!not |not yet |never |nor |nicht |noch nicht |pas |pas encore |non |to be |become |be |first |first  )profitable(?! quarter)|in the black|makes a profit|made a profit|(?:reported|posted|earned) a (?:net )?profit|net profit (?:of|was|rose)|turned a profit|(?<!nicht |noch nicht )profitabel|schwarze Zahlen|(?<!pas |pas encore |non )rentable|bénéficiaire`,
  ),
  entry(
    'profit',
    'not profitable|unprofitable|loss[- ]making|non rentable|nicht profitabel|not yet profitable|pre-?profit',
    String.raw`not (?:yet )?profitable|unprofitable|loss-making|never (?:been )?profitable|(?:net|operating) loss(?:es)?|in the red|made a loss|a loss of|nicht profitabel|noch nicht profitabel|rote Zahlen|non rentable|pas (?:encore )?rentable|perte nette|en perte`,
  ),
  entry(
    'listing',
    'listed|public|publicly (?:listed|traded|held)|stock[- ]listed|börsennotiert|cotée?(?: en bourse)?',
    String.raw`listed on|is listed|publicly (?:listed|traded)|public company|went public|shares trade|traded on|(?:im Freiverkehr|an der) [^.]{0,40}(?:gelistet|notiert)|börsennotiert\p{L}*|cotée? (?:en bourse|sur|à)`,
  ),
  entry(
    'listing',
    'filed for (?:an? )?(?:public offering|ipo|initial public offering|listing)|ipo filed|going public',
    String.raw`filed (?:for|to) (?:an? )?(?:initial public offering|IPO|public offering|go public|list)|files for (?:an? )?IPO|Börsengang beantragt|déposé (?:un dossier|une demande) d['’]introduction`,
  ),
  entry(
    'listing',
    'private|privately held|private company|unlisted|in privatbesitz|privée?',
    String.raw`privately held|privately owned|private company|not listed|remains private|in Privatbesitz|nicht börsennotiert|non cotée?`,
  ),
  entry(
    'ownership',
    '(?:(?:founding )?family|family[- ](?:owned|run)|family business|(?:private, )?(?:held|owned) by (?:relatives|(?:the |its |a )?family))|familienunternehmen|familiale',
    String.raw`family[- ](?:owned|run|business|firm|company)|owned by the [\p{L}]+ family|Familienunternehmen|familiengeführt\p{L}*|in Familienbesitz|entreprise familiale`,
  ),
  entry(
    'ownership',
    'employees|(?:its )?(?:staff|workforce|workers)|worker[- ]owned|employee[- ]owned|employee (?:trust|ownership|ownership trust)|staff[- ]owned|co-?operative',
    String.raw`employee[- ]owned|owned by (?:its|our|the) (?:staff|employees|workers)|owned by a trust|employee (?:ownership )?trust|(?:held|owned) by (?:an? |the )?(?:staff|employee)s? (?:ownership )?trust|trust for the benefit of (?:its|our) (?:staff|employees)|co-?operative|Genossenschaft|coopérative`,
  ),
  entry(
    'ownership',
    'state|state[- ]owned|government(?:[- ]owned)?|municipal(?:ity)?|public sector|staatlich',
    String.raw`state[- ]owned|government[- ]owned|owned by the (?:state|government|city|municipality)|staatseigen\p{L}*|Landesbetrieb|entreprise publique`,
  ),
  entry(
    'ownership',
    'venture[- ]backed|vc[- ]backed|venture capital|investor[- ]backed',
    String.raw`venture[- ](?:backed|capital)|backed by [^.]{0,60}(?:Ventures|Capital|investors)|Series [A-F]\b|seed round|raised [$€£]`,
  ),
  entry(
    'ownership',
    'private equity(?: (?:fund|firm|investor))?|(?:financial|institutional) investors?|investment (?:fund|firm)',
    String.raw`private equity|buy-?out fund|majority (?:stake )?(?:is )?held by [^.;]{0,40}(?:Capital|Partners|Equity)`,
  ),
  entry(
    'ownership',
    'founders?|founder[- ]owned|bootstrapped|self[- ]funded|eigenfinanziert',
    String.raw`bootstrapped|self[- ]funded|no outside (?:investors?|capital)|never (?:taken|raised) (?:outside|venture|external)|owned by (?:its|the) founders?|eigenfinanziert`,
  ),
  entry(
    'status',
    'acquired(?: whole)?|taken over|bought|subsidiary(?: of an? (?:\\p{L}+ )?(?:group|company|parent))?|part of an? (?:larger )?group|übernommen|rachetée?',
    String.raw`(?:was|been|is|were|got) (?:acquired|bought|taken over)|acquired by|bought by|taken over by|subsidiary of|now part of|(?:hat|haben) [^.]{0,60}übernommen|übernommen (?:von|durch)|rachetée? par|completed (?:its|the) (?:acquisition|takeover)`,
  ),
  entry(
    'status',
    'independent|unabhängig|indépendante?',
    String.raw`(?:remains?|is|stays?|are|still) (?:an? )?independent|independent company|unabhängig|indépendante?`,
  ),
  entry(
    'status',
    'bankrupt|insolvent|in administration|insolvency|in insolvency|en faillite',
    String.raw`bankrupt(?:cy)?|insolven(?:t|cy|te|ten|ter|z)|Insolvenz\p{L}*|in(?:to)? administration|liquidation|faillite|redressement judiciaire|files? for (?:bankruptcy|insolvency)`,
  ),
  entry(
    'status',
    'closed|defunct|shut down|out of business|dissolved|ceased|geschlossen|fermée?|inactive',
    String.raw`ceased (?:operations|trading)|shut(?:s|ting)? down|closed (?:down|its doors|for good)|out of business|wound up|has closed|Betrieb eingestellt|stellt (?:den )?Betrieb ein|geschlossen|a fermé|cessé (?:ses activités|son activité)|failing to find a buyer`,
  ),
  entry(
    'status',
    'active|operating|in operation|trading|open|aktiv',
    String.raw`(?:is|are) (?:hiring|open|operating|in operation)|we are hiring|continues to operate|still operates`,
  ),
  entry(
    'financing',
    'equity|equity round|venture',
    String.raw`Series [A-F]|seed round|equity|funding round|Finanzierungsrunde|levée de fonds|led the round|new shares|investors put`,
  ),
  entry(
    'financing',
    'debt|loan|debt financing|credit',
    String.raw`loan|bond|credit (?:line|facility)|debt (?:financing|facility)|borrowed|Darlehen|Kredit|Anleihe|prêt|emprunt`,
  ),
  entry(
    'financing',
    'grant|subsidy|public funding',
    String.raw`grant(?:s|ed an? grant)?|subsid(?:y|ies)|Zuschuss|Fördermittel|subvention`,
  ),
  entry(
    'work',
    '(?:fully |100 ?% )?remote(?:[- ]first| only)?|(?:fully|entirely) from home|work from anywhere|télétravail',
    String.raw`fully remote|remote[- ](?:first|only|friendly)|work(?:s|ing)? (?:remotely|from (?:home|anywhere))|entirely remote|distributed team|no office|vollständig remote|télétravail (?:complet|intégral)`,
  ),
  entry(
    'work',
    'hybrid(?: work)?|partly (?:remote|from home|at home)|hybride',
    String.raw`hybrid|(?:one|two|three|[1-3]) days? (?:(?:a|per|each) week )?(?:in (?:the|our) office|at (?:the|our) office|from home|at home|of home office)|(?:come|comes) (?:in )?to the office [^.;]{0,30}(?:one|two|three|four|once|twice|[1-4])(?: days?)? (?:a|per|each) week|mobiles Arbeiten|télétravail (?:partiel|deux jours)`,
  ),
  entry(
    'work',
    '(?:fully )?on[- ]?site|in[- ]office|office only|in[- ]person|office[- ]based|vor ort|sur site|présentiel',
    String.raw`on[- ]site|in the office|in person|office-based|at (?:our|the) (?:office|site|workshop)|vor Ort|sur (?:site|place)|présentiel`,
  ),
  entry(
    'study',
    '(?:cluster[- ]?)?randomi[sz]ed(?: controlled| clinical)?(?: trial| study)|rct',
    String.raw`randomi[sz]ed (?:controlled |clinical )?(?:trial|study)|cluster-randomi[sz]ed|we randomi[sz]ed|randomisiert\p{L}*|essai (?:contrôlé )?randomisé`,
  ),
  entry(
    'study',
    'cohort(?: study)?|observation(?:al)?(?: study| over (?:several years|time))?|longitudinal(?: study)?',
    String.raw`cohort|observational|longitudinal|followed [\d,]+ (?:\p{L}+ )?(?:people|patients|adults|children)|prospective(?:ly)?|retrospective(?:ly)?|Kohorte\p{L}*|cohorte`,
  ),
  entry(
    'study',
    'simulation|modelling|modeling|model(?:l?ing)? study|computational',
    String.raw`simulat(?:ion|ions|ed|e)|agent-based|numerical model|cost model|we model|Simulation\p{L}*|simulé\p{L}*`,
  ),
  entry(
    'study',
    '(?:systematic |literature )?review|meta-?analysis|(?:survey|summary) of (?:the literature|earlier studies)|evidence synthesis',
    String.raw`systematic review|literature review|meta-?analysis|we review(?:ed)? (?:the|\d+)|Übersichtsarbeit|revue (?:systématique|de la littérature)`,
  ),
  entry(
    'study',
    '(?:field|laboratory|lab) (?:measurements?|stud(?:y|ies)|experiments?|trial)|measurement|experiment',
    String.raw`field (?:measurements?|stud(?:y|ies)|trials?|tests?|experiment)|we measured|measurements?|laborator(?:y|ies)|experiments?|hydrophones|Messung\p{L}*|expérience`,
  ),
  entry(
    'study',
    'survey|questionnaire|cross-sectional(?: study)?',
    String.raw`(?:online )?survey|questionnaire|respondents|cross-sectional|Umfrage|enquête`,
  ),
  entry(
    'study',
    'qualitative(?: study)?|interviews?|interview study|case study',
    String.raw`qualitative|semi-structured|interview(?:s|ed)|focus groups?|case study|ethnograph\p{L}*`,
  ),
  entry(
    'position',
    '(?:full )?professor(?:in)?|professeure?',
    String.raw`(?<!associate |assistant |visiting )professor(?:in)?(?! emerit)|professeure?`,
  ),
  entry('position', 'associate professor', 'associate professor'),
  entry(
    'position',
    'assistant professor|junior professor',
    'assistant professor|junior professor|Juniorprofessor(?:in)?',
  ),
  entry(
    'position',
    '(?:senior )?lecturer|dozent(?:in)?|maître de conférences',
    String.raw`(?:senior )?lecturer|Dozent(?:in)?|maître(?:sse)? de conférences`,
  ),
  entry(
    'position',
    '(?:senior )?research fellow|postdoc(?:toral researcher)?|researcher|research associate',
    String.raw`research fellow|postdoc(?:toral)?(?: researcher| fellow)?|research associate|wissenschaftliche[rn]? Mitarbeiter(?:in)?|chercheu(?:r|se)|postdoctorante?`,
  ),
  entry(
    'position',
    'doctoral (?:student|candidate|researcher)|phd (?:student|candidate)|doktorand(?:in)?|doctorante?',
    String.raw`(?:doctoral|PhD|Ph\.D\.) (?:student|candidate|researcher)(?!s)|Doktorand(?:in)?|doctorante?`,
  ),
  entry(
    'position',
    'emeritus(?: professor)?|professor emerit(?:us|a)|retired',
    String.raw`emerit(?:us|a)|retired|im Ruhestand|à la retraite`,
  ),
  entry(
    'degree',
    'doctorate|phd|ph\\.d\\.?|doctoral(?: degree)?|doktor|doctorat',
    String.raw`Ph\.?\s?D\.?|D\.?Phil\.?|doctorate|doctoral degree|promovierte|Promotion|doctorat|Dr\.(?= \p{Lu})|thèse`,
  ),
  entry(
    'degree',
    "master['’]?s?(?: degree)?|master|diplom",
    String.raw`M\.?\s?Sc\.?|M\.?A\.?(?=[ ,(.)])|MBA|M\.?Eng\.?|master['’]?s?(?: degree)?|Masterabschluss|Diplom(?:-\p{L}+)?|master en`,
  ),
  entry(
    'degree',
    "bachelor['’]?s?(?: degree)?|bachelor|licence",
    String.raw`B\.?\s?Sc\.?|B\.?A\.?(?=[ ,(.)])|B\.?Eng\.?|bachelor['’]?s?(?: degree)?|Bachelorabschluss|licence en`,
  ),
  entry(
    'free',
    'free (?:plan|tier|version)(?: for everyone)?|freemium|free forever|free (?:basic|core) (?:version|plan|features)(?:,| with| and) paid (?:upgrades?|extras|features)',
    String.raw`(?<!no permanent |no )free (?:plan|tier|version|forever|account)|(?<![\d.,])[€$£]\s?0(?:[.,]00)?(?![\d.,])|freemium|free for (?:everyone|individuals|personal use)|kostenlose[rn]? (?:Tarif|Version)|offre gratuite|version gratuite`,
  ),
  entry(
    'free',
    'free trial(?: only)?|trial(?: only)?',
    String.raw`free trial|trial (?:period|of \d+ days)|\d+[- ]day trial|kostenlos (?:testen|ausprobieren)|Testphase|essai gratuit`,
  ),
  entry('free', '(?:free )?sandbox|free developer (?:sandbox|account)', String.raw`(?:free )?sandbox`),
  entry(
    'free',
    'no free offer|paid only|neither|none|no',
    String.raw`no free (?:plan|tier|trial|version|offer)|paid (?:plans )?only|prices on request only`,
  ),
  entry(
    'outcome',
    'success(?:ful)?|positive|met|erfolg|succès',
    String.raw`met (?:its|the) (?:primary|main) (?:endpoint|outcome|goal)|succeeded|successful|was a success|significant(?:ly)? (?:improve|reduc|lower|better)\p{L}*|positive results?|erfolgreich`,
  ),
  entry(
    'outcome',
    'fail(?:ure|ed)|negative|unsuccessful|not met|misserfolg|échec',
    String.raw`fail(?:ed|s|ure)|did not (?:meet|improve|reduce|reach|slow)|missed (?:its|the) (?:primary|main)? ?(?:endpoint|goal)|no (?:significant )?(?:effect|difference|benefit)|gescheitert|échoué|échec`,
  ),
  entry(
    'outcome',
    'not finished|ongoing|in progress|pending|running|unfinished',
    String.raw`ongoing|still running|in progress|is recruiting|not yet (?:finished|completed|reported)|under way|läuft noch|en cours`,
  ),
  entry(
    'report',
    'funding(?: round)?|financing|investment|fundraising',
    String.raw`raises? [$€£]|raised [$€£]|has raised|Series [A-F]|seed round|funding round|lève \d+|sammelt [^.]{0,20}ein|loan of`,
  ),
  entry(
    'report',
    'layoffs?|job cuts|redundancies|dismissals|stellenabbau',
    String.raw`lay(?:s|ing)? off|laid off|layoffs?|cuts? (?:\d+|one|a|some)? ?(?:%|per ?cent|jobs?|job in|staff|positions|posts)|cut \d+ ?%|job cuts|redundanc(?:y|ies)|dismiss(?:ed|es|als)|workforce by|of its workforce|Stellenabbau|entlässt|licenci\p{L}*|supprime`,
  ),
  entry(
    'report',
    'acquisition|takeover|merger|m&a|übernahme|rachat',
    String.raw`acquires?|acquired|acquisition|takeover|agreed to (?:buy|acquire)|buys|bought|merge[rds]?|übernimmt|Übernahme|rachète|rachat`,
  ),
  entry(
    'report',
    'closure|shutdown|shutting down|insolvency|bankruptcy|schließung|fermeture',
    String.raw`shuts? down|closure|ceas(?:es|ed) operations|closes its doors|insolven\p{L}*|bankrupt\p{L}*|fermeture`,
  ),
  entry(
    'report',
    '(?:product )?launch|new product|release|product news',
    String.raw`launch(?:es|ed)?|unveil(?:s|ed)?|releas(?:es|ed)|introduc(?:es|ed)|stellt [^.]{0,40} vor|lance`,
  ),
  entry(
    'report',
    'appointment|leadership change|new (?:ceo|hire|executive)|personnel|management change',
    String.raw`names? [^.]{0,40}(?:chief|CEO|president|director)|appoint(?:s|ed|ment)|new (?:chief executive|CEO|chair)|succeeds|steps down|wird neue[rn]? |nommée?`,
  ),
  entry(
    'report',
    'ipo|stock market listing|going public|listing|börsengang',
    String.raw`IPO|initial public offering|goes public|files? to go public|stock market debut|Börsengang|Börse|introduction en bourse`,
  ),
  entry(
    'report',
    'partnership|collaboration|contract|order|deal',
    String.raw`partner(?:s|ed|ship)|teams up|collaborat\p{L}+|wins? (?:an? )?(?:order|contract)|lands [^.]{0,30}order|Auftrag|partenariat`,
  ),
  entry(
    'funder',
    'public|government|state|public funding|öffentlich',
    String.raw`(?:funded|supported|financed|grant) (?:by|from) [^.]{0,60}(?:Research Council|Ministry|Government|Commission|European Union|Horizon|National|Federal|Agency|State)|gefördert (?:von|durch|vom) [^.]{0,40}(?:Bundes|Ministerium|DFG)|financée? par (?:l['’]ANR|le ministère|l['’]État)`,
  ),
  entry(
    'funder',
    'industry|company|corporate|private|commercial',
    String.raw`(?:funded|supported|financed|sponsored) by (?!the )[\p{Lu}][^.]{0,40}(?:Inc|Ltd|GmbH|AG|Health|Energy|Robotics|Pharma|Foods|Systems|Technologies|which employs)`,
  ),
  entry(
    'funder',
    'charity|foundation|non-?profit|stiftung|fondation',
    String.raw`(?:funded|supported|financed|grant) (?:by|from) [^.]{0,60}(?:Foundation|Trust|Charity|Stiftung|Fondation|Fund for)`,
  ),
  entry(
    'customer',
    'b2b(?: only)?|business(?:es)?(?: customers)?(?: only)?|enterprises?|companies(?: only)?',
    String.raw`B2B|for (?:businesses|companies|enterprises|teams|hospitals|manufacturers|restaurants|banks|retailers)|business customers|enterprise customers|Geschäftskunden|pour les entreprises`,
  ),
  entry(
    'customer',
    'b2c(?: only)?|consumers?(?: only)?|individuals|private (?:customers|households)(?: only)?',
    String.raw`B2C|consumers?|shoppers|for (?:families|individuals|everyone at home)|supermarkets?|Endkunden|Verbraucher|particuliers`,
  ),
  entry(
    'energy',
    'solar(?: power(?:ed)?)?|photovoltaic',
    String.raw`solar(?:[- ]power(?:ed)?)?|photovoltaic\p{L}*|solaires?`,
  ),
  entry(
    'energy',
    'wind(?: power(?:ed)?)?',
    String.raw`wind(?:[- ](?:power(?:ed)?|turbines?|farm))|éolien\p{L}*|Windkraft`,
  ),
  entry('energy', 'diesel|generator', String.raw`diesel|generators?`),
  entry(
    'energy',
    'grid|mains|grid (?:power|electricity)',
    String.raw`grid[- ](?:power(?:ed)?|connected|electricity)|from the grid|mains|Netzstrom|réseau électrique`,
  ),
  entry('stage', 'pre-?seed', 'pre-?seed'),
  entry('stage', 'seed', String.raw`(?<!pre-|pre)seed (?:round|funding|financing|stage)`),
  entry('stage', 'series a', 'Series A|Serie A|série A'),
  entry('stage', 'series b', 'Series B|Serie B|série B'),
  entry(
    'stage',
    String.raw`series b (?:or (?:later|beyond)|and later)|series b\+`,
    'Series [B-H]|growth round|late-stage round',
  ),
  entry('stage', 'series c', 'Series C|Serie C|série C'),
  entry(
    'stage',
    String.raw`series c (?:or (?:later|beyond)|and later)|series c\+`,
    'Series [C-H]|growth round|late-stage round',
  ),
  entry(
    'stage',
    'series d(?: or later|\\+)?|later stage|growth',
    'Series [D-H]|growth round|late-stage round',
  ),
  entry('rhythm', 'daily|every day', 'daily|every (?:day|morning|evening|weekday)|each day'),
  entry(
    'rhythm',
    'weekly|every week|once a week',
    String.raw`weekly|every week|once a week|each week|every (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day`,
  ),
  entry(
    'rhythm',
    'fortnightly|bi-?weekly|every (?:two|second|other) weeks?|twice a month',
    String.raw`fortnightly|every fortnight|bi-?weekly|every (?:two weeks|(?:second|other) (?:week|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day))|twice a month`,
  ),
  entry(
    'rhythm',
    'monthly|every month|once a month|twelve times a year',
    String.raw`monthly|every month|once a month|each month|(?:twelve|12) (?:times|issues) a year|(?:first|second|third|last) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day of (?:each|every|the) month`,
  ),
  entry(
    'rhythm',
    'bi-?monthly|every (?:two|second|other) months?|six times a year',
    String.raw`bi-?monthly|every (?:two months|(?:second|other) month)|(?:six|6) (?:times|issues) a year`,
  ),
  entry(
    'rhythm',
    'quarterly|every (?:quarter|three months)|four times a year',
    String.raw`quarterly|every (?:quarter|three months|season)|each quarter|(?:four|4) (?:times|issues) a year`,
  ),
  entry(
    'rhythm',
    '(?:half|twice)[- ]yearly|twice a year|every six months|bi-?annual(?:ly)?|semi-?annual(?:ly)?',
    String.raw`half-yearly|twice (?:a year|yearly)|every six months|biannual(?:ly)?|semi-?annual(?:ly)?|(?:two|2) issues a year`,
  ),
  entry(
    'rhythm',
    'yearly|annual(?:ly)?|every year|once a year',
    String.raw`yearly|annual(?:ly)?|every year|once a year|each year`,
  ),
  entry(
    'rhythm',
    'biennial(?:ly)?|every (?:two|second|other) years?|once every two years',
    String.raw`biennial(?:ly)?|every (?:two|second|other|2) years?|alle zwei Jahre|tous les deux ans|in (?:even|odd)(?:-numbered)? years`,
  ),
  entry(
    'rhythm',
    'triennial(?:ly)?|every (?:three|third) years?|once every three years',
    String.raw`triennial(?:ly)?|every (?:three|third|3) years?|alle drei Jahre|tous les trois ans`,
  ),
  entry(
    'attendance',
    '(?:in[- ]person|on[- ]?site|face[- ]to[- ]face)(?: only)?',
    String.raw`in[- ]person only|only in person|(?:will not be|no) (?:streamed|live ?stream|recorded|online)|not streamed|no (?:live )?stream(?:ing)?|no remote (?:attendance|participation)`,
  ),
  entry(
    'attendance',
    '(?:online|virtual|remote)(?: only| event)?',
    String.raw`(?:fully|entirely|only|purely|exclusively) (?:online|virtual)|online[- ]only|virtual (?:event|conference|meeting|edition)|takes place online|held online`,
  ),
  entry(
    'attendance',
    'hybrid|(?:both )?in[- ]person and online|online and in[- ]person',
    String.raw`hybrid|in person (?:and|or) (?:online|remotely)|online (?:and|or) in person|(?:stream|online|remote) tickets?|join (?:online|remotely)|live ?streamed|in person (?:[€$£]\s?\d+|\d+)[^.]*online (?:[€$£]\s?\d+|\d+)`,
  ),
]

/** Rounds of funding follow each other: who has had a later one is no longer at an earlier one. */
const rounds = ['pre-?seed', 'seed', 'series a', 'series b', 'series c', 'series d|later stage|growth'].map(
  (words) => new RegExp(`^(?:${words})(?!\\p{L})`, 'iu'),
)
export const roundOf = (option: string): number => rounds.findIndex((words) => words.test(option.trim()))
