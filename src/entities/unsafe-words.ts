/** Why a page is not for everybody. */
export const unsafeKinds = ['adult', 'graphic', 'hate', 'gambling', 'drugs'] as const
export type UnsafeKind = (typeof unsafeKinds)[number]

export interface UnsafeWords {
  /** So many different ones must be there. */
  readonly least: number
  readonly words: RegExp
}

const phrase = (...lists: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${lists.join('|')})(?!\p{L})`, 'gu')

// People are named as a group where somebody is told to harm them or they are called something less than people.
const groups =
  '(?:(?:all|the|these|those|alle|die|diese|tous|les|ces) )?(?:jews|blacks|muslims|migrants|immigrants|refugees|gays|homosexuals|gypsies|foreigners|juden|schwarzen|moslems|muslime|migranten|ausländer|flüchtlinge|schwulen|zigeuner|juifs|noirs|musulmans|migrants|immigrés|réfugiés|étrangers|homosexuels|tziganes)'
const lessThanPeople =
  '(?:vermin|subhumans?|parasites|cockroaches|rats|animals|filth|scum|a (?:plague|cancer|disease)|ungeziefer|untermenschen|parasiten|ratten|abschaum|tiere|dreck|de la vermine|des (?:parasites|rats|animaux|sous-hommes|cafards|nuisibles))'

/**
 * What pages say that offer such things, in lower case, in English, German and French. Words that reports, laws,
 * studies and help pages need as well (“gambling”, “prostitution”, “racism”) are not among them.
 */
export const unsafeWords: Readonly<Record<UnsafeKind, UnsafeWords>> = {
  adult: {
    least: 3,
    words: phrase(
      'porn|porno|pornos|xxx|hardcore sex|hardcore|milfs?|blowjobs?|cumshots?|gangbangs?|threesomes?|creampie|hentai|camgirls?|live cams?|cam girls|sex cams?|sex chat|nude (?:girls|pics|photos|videos)|naked (?:girls|women)|big (?:tits|boobs)|horny|escort (?:girls?|service)|call girls|adults only|adult videos?|sex videos?|sex tube|18\\+ only|over 18',
      'sexvideos?|sexfilme|pornofilme|nacktfotos|nackte (?:frauen|girls|mädchen)|geile (?:frauen|girls|luder)|hobbyhuren|huren|escortservice|livecams?|sexchat|sexkontakte|ab 18 jahren|ficken|fickt',
      'vidéos? (?:x|porno|de sexe)|films? (?:x|porno)|filles? (?:nues?|chaudes?)|femmes? nues?|photos? nues?|salopes?|baise|sexe en direct|plan cul|chat sexe|réservé aux adultes|plus de 18 ans',
    ),
  },
  graphic: {
    least: 2,
    words: phrase(
      'gore (?:videos?|pics|site|forum)|death videos?|real deaths?|snuff|(?:uncensored|full|raw) (?:beheadings?|executions?|footage of death)|(?:beheading|execution|torture|accident) videos?|dead bod(?:y|ies) (?:pics|photos|pictures)|uncut gore|goriest|watch (?:him|her|them|people) die',
      'gore-?videos?|todesvideos?|(?:unzensierte|echte) (?:hinrichtung(?:en)?|tote|todesfälle|enthauptung(?:en)?)|leichenfotos|hinrichtungsvideos?|foltervideos?',
      "vidéos? (?:gore|de morts?|de décapitations?|d[’']exécutions?|de torture)|(?:exécutions?|décapitations?|morts?) (?:non censurée?s?|réelles?)|photos? de cadavres",
    ),
  },
  hate: {
    least: 2,
    words: phrase(
      `${groups} (?:are|sind|sont)(?: (?:nothing but|all|just|only|nichts als|alle|nur|tous|que))? ${lessThanPeople}`,
      `(?:kill|gas|hang|shoot|exterminate|burn|death to|tötet|vergast|hängt|erschießt|tod den|mort aux|tuez|exterminez|brûlez) ${groups}`,
      '(?:protect|defend|preserve) (?:the|our) white race|white power|racial holy war|race traitors?|heil hitler|sieg heil|blut und ehre|rassenschande|rassenkrieg|umvolkung|race blanche supérieure|suprématie blanche vaincra',
    ),
  },
  gambling: {
    least: 3,
    words: phrase(
      'no deposit bonus|deposit bonus|welcome bonus|free spins?|wagering requirements?|play (?:online )?slots|slot machines online|online slots|live dealer|bet now|place your bets?|best odds|betting odds|betting bonus|free bets?|jackpot slots|mega jackpot|casino bonus|sign up and play|instant withdrawals?',
      'freispiele|willkommensbonus|einzahlungsbonus|bonus ohne einzahlung|umsatzbedingungen|online-?casino-?bonus|jetzt (?:wetten|spielen)|spielautomaten online|wettbonus|gratiswetten?|beste (?:wett)?quoten|live-?dealer',
      'tours gratuits|bonus de (?:bienvenue|dépôt)|bonus sans dépôt|pariez maintenant|jouez maintenant|machines à sous en ligne|meilleures cotes|paris gratuits|croupiers? en direct|conditions de mise',
    ),
  },
  drugs: {
    least: 2,
    words: phrase(
      '(?:buy|order) (?:cocaine|heroin|mdma|ecstasy|lsd|crystal meth|fentanyl|ketamine|oxycodone|xanax)(?: online)?|without (?:a )?prescription|no prescription (?:needed|required)|stealth (?:shipping|packaging)|discreet shipping|(?:cocaine|heroin|mdma|meth) for sale',
      '(?:kokain|heroin|mdma|ecstasy|lsd|crystal meth|ketamin) (?:online )?(?:kaufen|bestellen)|ohne rezept (?:kaufen|bestellen)|diskreter versand',
      "(?:acheter|commander) (?:de la |du |de l[’'])?(?:cocaïne|héroïne|mdma|ecstasy|lsd|kétamine)|sans ordonnance|envoi discret|livraison discrète",
    ),
  },
}

/** What is said about such things rather than with them: by reporters, courts, doctors, researchers and helpers. */
export const soberWords = phrase(
  'police|court|judges?|prosecutors?|trial|sentenced|convicted|arrested|charged with|lawmakers?|legislation|bill|regulators?|regulation|ministry|minister|parliament|researchers?|study|studies|survey|according to|said|told|reported|spokes(?:man|woman|person)|victims?|charity|therapy|treatment|addiction|prevention|counselling|helpline|historians?|museum|scholars?|journalists?',
  'polizei|gericht|staatsanwaltschaft|angeklagter?|verurteilt|festgenommen|gesetz(?:entwurf)?|behörden?|ministerium|minister(?:in)?|bundestag|forscher(?:innen)?|studie|umfrage|laut|sagte|erklärte|teilte|opfer|therapie|behandlung|sucht|spielsucht|prävention|beratung|historiker(?:in)?|gedenkstätte',
  'police|tribunal|procureure?|procès|condamnée?s?|arrêtée?s?|loi|projet de loi|autorités?|ministère|ministre|parlement|chercheurs?|chercheuses?|étude|enquête|selon|a déclaré|a indiqué|victimes?|association|thérapie|traitement|addiction|dépendance|prévention|historiens?|journalistes?',
)
