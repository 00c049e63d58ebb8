/**
 * The words that say whether something is so: denied, over, intended, told by others. English, German and French;
 * all are tried on every page, because a page quotes in other languages and few of these words mean anything else.
 */
const words = (...sources: string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${sources.join('|')})(?![\p{L}\p{N}])`, 'giu')

/** They look like a denial and are none. */
export const noDenial = words(
  'not (?:only|just|merely|simply|least|to mention|even counting)|nothing but|no (?:doubt|matter|wonder|question that)',
  'no (?:less|fewer|later|more|worse|better) than|whether or not|if not|why not|not-for-profit|non-profit',
  'nicht (?:nur|zuletzt|allein|bloß)|nicht weniger als|keine Frage|non seulement|pas seulement|pas moins de|sans doute',
  String.raw`no\.? \d+|not? until|nicht vor`,
)

/** They deny the whole clause, wherever in it they stand. */
export const denial = words(
  "not|never|cannot|can['’]t|neither|nor|none|nobody|no one|nothing|nowhere|hardly|un(?:able|willing) to",
  String.raw`(?:is|are|was|were|do|does|did|has|have|had|wo|would|could|should|ca)n['’]t`,
  'nicht|nie|niemals|weder|nichts|niemand|keineswegs|kaum',
  String.raw`ne \p{L}+|n['’]\p{L}+|jamais|aucune?|nullement|ni`,
  '(?:den(?:y|ies|ied)|rul(?:es|ed|ing) out|refus(?:es?|ed)|declin(?:es?|ed) to|fail(?:s|ed|ing) to|did not|reject(?:s|ed)|dismiss(?:es|ed) (?:the|a) (?:report|claim|rumou?r)s?|advis(?:es?|ed) against|warns? against|contrary to|untrue|false|wrong|vacant)',
  'dementier(?:t|te|en)|bestreitet|bestritt|weist .{0,30}zurück|lehnt .{0,40}ab|ausgeschlossen|schloss .{0,30} aus',
  'dément|démenti|exclut|refuse|rejette|échoue',
)

/** They deny what follows them. */
export const denialBefore = words(
  'no|without|zero|lacks?|lacking|free (?:of|from)|instead of|rather than|other than|except(?: for)?|nor|absence of|exclud(?:es?|ing)',
  'keine?[nrsm]?|ohne|statt|anstelle|außer|frei von',
  "sans|aucune?|pas d['’e]|au lieu d|dépourvue? de|sauf|hors",
)
/** What is kept to oneself is neither so nor not so. */
export const withheld = words(
  'not (?:been )?(?:stated|disclosed|published|known|given|revealed|reported|confirmed|specified|told|said|available)|undisclosed|(?:do|does|did|will|would) not (?:say|disclose|publish|reveal|comment|state|give|confirm|tell)|declined to (?:say|comment|disclose)|unknown|unclear|cannot say|nobody knows|remains open|yet to be (?:decided|announced|published)',
  'nicht (?:bekannt|veröffentlicht|genannt|mitgeteilt)|macht keine angaben|keine angaben|unbekannt|noch offen',
  'ne communique (?:pas|ni)|non communiquée?s?|pas (?:encore )?(?:été )?(?:publiée?s?|communiquée?s?)|inconnue?s?|ne dit pas',
)

/** They deny what stands before them. */
export const denialAfter = words(
  '(?:is|are|was|were) (?:excluded|impossible|out of the question)',
  'not supported|not available|not included|unavailable|none|nicht verfügbar|nicht unterstützt|non disponible',
)

/** What was once so and is over. */
export const ended = words(
  'no longer|not any ?more|any ?more|stopped|ceased|discontinued|wound (?:down|up)|phased out|gave up|given up|abandoned',
  'formerly|previously|used to|until (?:(?:early|late|mid|the end of|\\p{Lu}\\p{L}+) )?(?:19|20)\\d\\d|stepped down|resigned|withdrew|withdrawn',
  '(?:was|were|has been|have been|had been|been|we|it|they) (?:closed|shut|sold|dissolved)|(?:closed|shut|sold) (?:its|our|their|the|down)|shut down|closed down|moved from|moved away',
  'nicht mehr|früher|vormals|ehemals|bis (?:Ende |Anfang |\\p{Lu}\\p{L}+ )?(?:19|20)\\d\\d|eingestellt|aufgegeben|beendet|geschlossen|abgeschafft',
  "ne \\p{L}+ plus|n['’]\\p{L}+ plus|anciennement|autrefois|jusqu['’]en (?:19|20)\\d\\d|cessé|arrêté|abandonné|fermée?|supprimée?",
)

export const planned = words(
  'will|shall|plans? (?:to|for|on)|no plans?|planned|planning|intends?|intend(?:ed|ing) to|aims? to|aiming|hopes? to|hoping|expects?|expected|expecting|wants? to|seeks? to|going to|is set to|are set to|due to (?:open|start|begin|launch|close)|considers?|considering|exploring|targets?|targeting|scheduled|upcoming|forthcoming|in the pipeline|on track|prepar(?:es?|ing)|coming soon|working towards|not until|from next|to (?:build|open|launch|expand into|hire|create|introduce|acquire)',
  'plant|planen|geplante?[nrs]?|will|wollen|sollen?|beabsichtigt|strebt|angestrebt|vorgesehen|künftig|demnächst|frühestens|voraussichtlich|ab 20(?:2[7-9]|3\\d)',
  'prévoit|prévue?s?|prévoient|envisage|vise|compte (?:ouvrir|lancer|recruter|entrer)|souhaite|ambitionne|bientôt|prochainement|au plus tôt',
)

export const rumoured = words(
  'reportedly|allegedly|rumou?red|rumou?rs?|is said to|are said to|said to|supposedly|sources (?:say|said)|people familiar|in talks|talks about|may|might|could|would|speculat\\p{L}+|unconfirmed|possibly|perhaps|if|whether|asked (?:when|about)|the question|claims? to|according to (?:a|one) (?:rumou?r|report|post)|suggest(?:s|ed)? that',
  'angeblich|offenbar|solle?n? .{0,60}(?:haben|worden sein)|könnten?|dürften?|gerücht\\p{L}*|womöglich|vielleicht|würden?|werde|wenn|falls|ob|wann|auf die Frage|im Gespräch',
  'aurait|auraient|serait|seraient|pourrait|pourraient|rumeurs?|selon des sources|peut-être|si|en discussions?|en pourparlers',
)

/** Begun, and not yet so. */
export const pending = words(
  'pending|applied for|has applied|in progress|under way|underway|nominated|shortlisted|candidate for|subject to|awaiting|delayed|postponed|put off|not yet|announced, not closed|yet to|still to|in preparation|being prepared|has begun to|on hold|vacant',
  'beantragt|ausstehend|steht noch aus|noch nicht|verschoben|nominiert|in Vorbereitung|verzögert',
  'en cours|en attente|reportée?|repoussée?|pas encore|nominée?|retardée?|sous réserve',
)

/** Tells of the past, which need not last. */
export const past = words(
  'was|were|had|did|then|at the time|back then|in those days|originally|at first|initially|by then',
  'war|waren|hatten?|wurden?|damals|zunächst|anfangs|seinerzeit',
  "était|étaient|avait|avaient|fut|à l['’]époque|alors",
)

/** The statement before was wrong, or is out of date. */
export const correcting = words(
  'correction|corrects?|corrected|was wrong|were wrong|an earlier version|in error|erroneously|incorrectly|retract(?:s|ed)|withdrew the report|out of date|outdated|contrary to',
  'Richtigstellung|Korrektur|berichtigt|korrigiert|fälschlich|irrtümlich|überholt|veraltet',
  'rectificatif|erratum|corrigée?|par erreur|à tort|périmée?',
)

/** Only these and no others. */
export const exclusive = words(
  'only|solely|exclusively|all (?:of )?(?:our|its|their|the|but)|entirely|nothing but|just',
  'nur|ausschließlich|lediglich|alle (?:unsere|ihre)r?',
  'uniquement|exclusivement|seulement|seuls?|tous (?:nos|ses)|toutes (?:nos|ses)',
)
