/**
 * The words that say whether something is so: denied, over, intended, told by others. A page is read with the words
 * of its own language, because “plant” is a factory on one page and a plan on another.
 */
export type Cue = Readonly<Record<Tongue, RegExp>>
type Tongue = 'en' | 'de' | 'fr'

/** The language whose words are looked for; English where the page is in none of the three. */
export const tongueOf = (language: string | null): Tongue =>
  language?.startsWith('de') ? 'de' : language?.startsWith('fr') ? 'fr' : 'en'

export const cueFor = (cue: Cue, language: string | null): RegExp => {
  const pattern = cue[tongueOf(language)]
  pattern.lastIndex = 0
  return pattern
}

export const hasCue = (cue: Cue, text: string, language: string | null): boolean =>
  cueFor(cue, language).test(text)

const wholeWords = (source: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'giu')
const words = (cue: {
  readonly en: readonly string[]
  readonly de: readonly string[]
  readonly fr: readonly string[]
}): Cue => ({
  en: wholeWords(cue.en.join('|')),
  de: wholeWords(cue.de.join('|')),
  fr: wholeWords(cue.fr.join('|')),
})

/** They look like a denial and are none. */
export const noDenial = words({
  en: [
    'not (?:only|just|merely|simply|least|to mention|even counting)|nothing but|no (?:doubt|matter|wonder|question that)',
    String.raw`no (?:less|fewer|later|more|worse|better) than|whether or not|if not|why not|not-for-profit|non-profit|no\.? \d+|not? until`,
  ],
  de: ['nicht (?:nur|zuletzt|allein|bloß|weniger als|vor)|keine Frage'],
  fr: ["non seulement|pas seulement|pas moins de|sans doute|n(?:e |[’'])\\p{L}+ que"],
})

/** They deny the whole clause, wherever in it they stand. */
export const denial = words({
  en: [
    "not|never|cannot|can['’]t|neither|nor|none|nobody|no one|nothing|nowhere|hardly|un(?:able|willing) to",
    String.raw`(?:is|are|was|were|do|does|did|has|have|had|wo|would|could|should|ca)n['’]t`,
    'den(?:y|ies|ied)|rul(?:es|ed|ing) out|refus(?:es?|ed)|declin(?:es?|ed) to|fail(?:s|ed|ing) to|reject(?:s|ed)|dismiss(?:es|ed) (?:the|a) (?:report|claim|rumou?r)s?|advis(?:es?|ed) against|warns? against|contrary to|untrue|wrong|vacant',
  ],
  de: [
    'nicht|nie|niemals|weder|nichts|niemand|keineswegs|kaum|unbesetzt',
    'dementier(?:t|te|en)|bestreitet|bestritt|weist .{0,30}zurück|lehnt .{0,40}ab|ausgeschlossen|schlie(?:ß|ss)t .{0,30} aus|schloss .{0,30} aus|rät .{0,30} ab',
  ],
  fr: [
    String.raw`ne|n['’]\p{L}*|jamais|aucune?|nullement|ni|personne|rien`,
    'dément|démenti|exclut|refuse|rejette|échoue|déconseille',
  ],
})

/** They deny what follows them. */
export const denialBefore = words({
  en: [
    'no|without|zero|lacks?|lacking|free (?:of|from)|instead of|rather than|other than|except(?: for)?|absence of|exclud(?:es?|ing)',
  ],
  de: ['keine?[nrsm]?|ohne|statt|anstelle|außer|frei von'],
  fr: ["sans|aucune?|pas d['’e]|au lieu d|dépourvue? de|sauf"],
})

/** What is kept to oneself is neither so nor not so. */
export const withheld = words({
  en: [
    'not (?:been )?(?:stated|disclosed|published|known|given|revealed|reported|confirmed|specified|told|said)|undisclosed|(?:do|does|did|will|would) not (?:say|disclose|publish|reveal|comment|state|give|confirm|tell)|declined to (?:say|comment|disclose)|unknown|unclear|cannot say|nobody knows|remains open|yet to be (?:decided|announced|published)',
  ],
  de: [
    'nicht (?:bekannt|veröffentlicht|genannt|mitgeteilt)|macht keine Angaben|keine Angaben|unbekannt|noch offen',
  ],
  fr: [
    'ne communique (?:pas|ni)|non communiquée?s?|pas (?:encore )?(?:été )?(?:publiée?s?|communiquée?s?)|inconnue?s?|ne dit pas',
  ],
})

/** They deny what stands before them. */
export const denialAfter = words({
  en: [
    '(?:is|are|was|were) (?:excluded|impossible|out of the question)|below the (?:limit of detection|detection limit)|undetectable|absent|not supported|not available|not included|unavailable|none|out of scope|out of stock|sold out|fully booked|cancell?ed|banned|prohibited|forbidden|not (?:allowed|permitted|accepted|affected|needed|required|part of)|all (?:have been|are) (?:awarded|taken|gone|sold|filled)|by appointment only|(?:is|are|was|were|been) (?:called off|left (?:aside|out)|declined|rejected|ruled out|turned down)|no(?=\\s*[.!;]?\\s*$)',
  ],
  de: [
    'nicht verfügbar|nicht unterstützt|unmöglich|Fehlanzeige|ausgebucht|ausverkauft|vergriffen|abgesagt|verboten|untersagt|keine',
  ],
  fr: [
    'non disponible|impossible|exclue?s?|épuisée?s?|annulée?s?|interdite?s?|non admise?s?|non acceptée?s?',
  ],
})

/** What was once so and is over. */
export const ended = words({
  en: [
    'no longer|not any ?more|any ?more|stopped|ceased|dropped|removed|scrapped|lapsed|expired|shelved|lost (?:its|his|her|their|the)|has been (?:dropped|removed|withdrawn|suspended|cancell?ed)|discontinued|wound (?:down|up)|phased out|gave up|given up|abandoned',
    String.raw`formerly|previously|used to|until (?:(?:early|late|mid|the end of|\p{Lu}\p{L}+) )?(?:19|20)\d\d|until (?:his|her|their|its) (?:\p{L}+ ){1,5}(?:19|20)\d\d|stepped down|resigned|withdrew|withdrawn`,
    '(?:was|were|has been|have been|had been|been|we|it|they) (?:closed|shut|sold|dissolved)(?! (?:an? |the |its |our )?(?:\\p{Sc}|\\d|series |seed |(?:\\p{L}+ ){0,3}(?:round|deal|contract|financing|funding)))|(?:closed|shut|sold) (?:its|our|their|the|down)(?! (?:\\p{L}+ ){0,3}(?:round|deal|financing|funding))|shut down|closed down|closed (?:at the end of|in (?:(?:early|late|mid) )?(?:\\p{Lu}\\p{L}+ )?(?:19|20)\\d\\d|last|for good|permanently)|moved from(?! .{1,40} to )|moved away|(?:office|plant|factory|shop|store|branch|site|programme|program|service|taproom|clinic|school) (?:has )?closed',
  ],
  de: [
    String.raw`nicht mehr|früher|vormals|ehemals|bis (?:Ende |Anfang |\p{Lu}\p{L}+ )?(?:19|20)\d\d|eingestellt|aufgegeben|beendet|geschlossen|abgeschafft`,
  ],
  fr: [
    String.raw`ne \p{L}+ plus|n['’]\p{L}+ plus|anciennement|autrefois|jusqu['’]en (?:19|20)\d\d|cessé|arrêté|abandonné|fermée?|supprimée?|pris fin`,
  ],
})

/** Gone from where one was. */
export const departed = words({
  en: [
    'dropped out of|(?:has |have |had )?(?:left|quit) (?:the|its|his|her|their) (?:\\p{L}+ )?(?:board|company|firm|post|role|job|position|institute|university|group|team)',
  ],
  de: ['(?:verließ|verlassen|ausgeschieden)'],
  fr: ['(?:a|ont) quitté|parti de'],
})

export const planned = words({
  en: [
    'will|shall|plans? (?:to|for|on)|no plans?|planned|planning|intends?|intend(?:ed|ing) to|intend to|aims? to|aiming|hopes? to|hoping|expects?|expected|expecting|wants? to|seeks? to|going to|is set to|are set to|due to (?:open|start|begin|launch|close)|considers?|considering|exploring|targets?|targeting',
    'scheduled|on (?:the|our|its) roadmap|in beta|in development|under development|upcoming|forthcoming|in the pipeline|on track|prepar(?:es?|ing)|coming soon|working towards|not until|from next|to (?:build|open|launch|expand into|hire|create|introduce|acquire)',
    '(?:is|are) to be|to be (?:premiered|opened|launched|released|completed|built)|(?:is|are) coming|under discussion|should (?:open|be ready|be finished|launch|start)|in the works',
  ],
  de: [
    'plant|planen|geplante?[nrs]?|will|wollen|solle?n?|beabsichtigt|strebt|angestrebt|vorgesehen|künftig|demnächst|frühestens|voraussichtlich|ab 20(?:2[7-9]|3\\d)|in Planung|verschiebt sich',
  ],
  fr: [
    'devrait|devraient|doit (?:ouvrir|être|voir|entrer|commencer)|doivent (?:ouvrir|être)|verra le jour|prévoit|prévue?s?|prévoient|envisage|vise|compte (?:ouvrir|lancer|recruter|entrer)|souhaite|ambitionne|bientôt|prochainement|au plus tôt|va (?:ouvrir|lancer|recruter)|projette',
  ],
})

export const rumoured = words({
  en: [
    'reportedly|allegedly|someone told|people say|(?:I|we) heard|rumou?red|rumou?rs?|is said to|are said to|said to|supposedly|sources (?:say|said)|(?:people|persons?|someone) (?:familiar|close)|in talks|talks about|may|might|could|would|speculat\\p{L}+|unconfirmed|possibly|perhaps|if|whether|asked (?:when|about)|the question|until (?:it|they|we|he|she) (?:made|makes|is|are|has|have)|claims? to|according to (?:a|one) (?:rumou?r|report|post)|suggest(?:s|ed)? that|as though|as if|imagine',
  ],
  de: [
    'angeblich|offenbar|solle?n? .{0,60}(?:haben|worden sein)|könnten?|dürften?|gerücht\\p{L}*|womöglich|vielleicht|würden?|werde|sei|wenn|falls|ob|wann|auf die Frage|im Gespräch',
  ],
  fr: [
    'aurait|auraient|serait|seraient|pourrait|pourraient|rumeurs?|selon des sources|peut-être|si|en discussions?|en pourparlers',
  ],
})

/** Begun, and not yet so. */
export const pending = words({
  en: [
    'pending|applied for|has applied|(?:has |have )?filed (?:for|to)|in progress|nominated|shortlisted|candidate for|subject to|awaiting|delayed|postponed|put off|not yet|announced, not closed|yet to|still to|in preparation|being prepared|waiting for|has begun to|on hold|vacant|(?:trial|study|research|evidence) (?:is|are|would be) needed',
    '(?:started|began|begun|doing|pursuing|working (?:on|towards?)|studying for) (?:her|his|their|a|an|my|the) (?:\\p{L}+ )?(?:doctorate|ph\\.?d|thesis|dissertation|degree|master)',
  ],
  de: [
    'bereite[nt]? .{0,60} vor|bau(?:en|t) .{0,60} auf|angesetzt|in Arbeit|beantragt|ausstehend|steht noch aus|noch nicht|verschoben|nominiert|in Vorbereitung|verzögert',
  ],
  fr: ['en cours|en attente|reportée?|repoussée?|pas encore|nominée?|retardée?|sous réserve'],
})

/** “Was granted”, “were acquired”: done then, and so still. */
export const result = words({
  en: [
    '(?:was|were|had been|been) (?:first |also |since |then |later )?(?:registered|certified|granted|approved|awarded|appointed|cleared|listed|founded|acquired|bought|sold|opened|launched|elected|made|named|accredited|admitted|signed|retracted|published|accepted|established|set up|incorporated|promoted|licensed|authori[sz]ed|given|born|trained|educated|spun out|bootstrapped|randomi[sz]ed|asked|enrolled|recruited)',
  ],
  de: [
    'wurden? .{0,60}(?:registriert|zertifiziert|erteilt|genehmigt|zugelassen|ausgezeichnet|ernannt|gegründet|übernommen|gekauft|verkauft|eröffnet|veröffentlicht|angenommen|geboren)',
  ],
  fr: [
    '(?:a|ont|avait) été (?:\\p{L}+ment )?(?:enregistrée?|certifiée?|accordée?|approuvée?|nommée?|fondée?|rachetée?|vendue?|ouverte?|publiée?|acceptée?|créée?)s?',
  ],
})

/** Tells of the past, which need not last. */
export const past = words({
  en: [
    'was|were|had|did|then|at the time|back then|in those days|originally|at first|initially|by then|before (?:that|this|then|joining)|prior to|a year (?:earlier|before)|the (?:previous|preceding) year|the year before',
  ],
  de: ['war|waren|hatten?|wurden?|damals|zunächst|anfangs|seinerzeit'],
  fr: ["était|étaient|avait|avaient|fut|à l['’]époque|alors"],
})

/** The statement before was wrong, or is out of date. */
export const correcting = words({
  en: [
    'correction|corrects?|corrected|was wrong|were wrong|an earlier version|in error|erroneously|incorrectly|retract(?:s|ed)|withdrew the report|out of date|outdated|contrary to|despite reports',
  ],
  de: ['Richtigstellung|Korrektur|berichtigt|korrigiert|fälschlich|irrtümlich|überholt|veraltet'],
  fr: ['rectificatif|erratum|corrigée?|par erreur|à tort|périmée?'],
})
