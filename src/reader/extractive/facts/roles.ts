/** A function that somebody has in an organisation or for a work. */
export interface Role {
  readonly name: string
  /** Finds it in a text. */
  readonly pattern: RegExp
}

/** The ways in which pages write them, in English, German and French; for use in patterns with the flags `iu`. */
const table: readonly (readonly [name: string, words: string])[] = [
  [
    'chief executive',
    'CEO|chief executive(?: officer)?|managing director|Geschäftsführer(?:in)?|Geschäftsführung|Vorstandsvorsitzende[rn]?|Vorstandschef(?:in)?|Vorstandssprecher(?:in)?|Vorsitzende[rn]? (?:des Vorstands|der Geschäftsführung)|PDG|P\\.-?D\\.-?G\\.?|président(?:e)?[- ]directeur(?:rice)? général(?:e)?|directeur général|directrice générale|président(?:e)?|administrateur délégué',
  ],
  [
    'chief financial officer',
    'CFO|chief financial officer|finance director|finance chief|head of finance|Finanzvorstand|Finanzchef(?:in)?|kaufmännische[rn]? Geschäftsführer(?:in)?|directeur financier|directrice financière|DAF',
  ],
  [
    'chief technology officer',
    'CTO|chief technology officer|chief technical officer|technical director|technology chief|Technikvorstand|Technikchef(?:in)?|technische[rn]? Geschäftsführer(?:in)?|directeur technique|directrice technique',
  ],
  [
    'chief operating officer',
    'COO|chief operating officer|operations director|Betriebsvorstand|directeur des opérations|directrice des opérations',
  ],
  [
    'chief marketing officer',
    'CMO|chief marketing officer|marketing director|head of marketing|Marketingleiter(?:in)?|directeur marketing|directrice marketing',
  ],
  ['chief product officer', 'CPO|chief product officer|head of product'],
  [
    'chief scientific officer',
    'CSO|chief scientific officer|chief scientist|head of research|research director|Forschungsleiter(?:in)?|directeur scientifique|directrice scientifique',
  ],
  [
    'chief people officer',
    'chief people officer|CHRO|head of people|head of human resources|HR director|Personalchef(?:in)?|Personalleiter(?:in)?|DRH|directrice des ressources humaines',
  ],
  ['founder', '(?:co-?)?founders?|(?:Mit)?[Gg]ründer(?:in(?:nen)?)?|(?:co-?)?fondat(?:eur|rice)s?'],
  ['contact person', 'contact person|contact|Ansprechpartner(?:in)?|Kontakt(?:person)?|interlocuteur'],
  [
    'chair',
    "chaired by|chair(?:man|woman|person)?(?: of the board)?|Aufsichtsratsvorsitzende[rn]?|président(?:e)? du conseil(?: d[’']administration)?",
  ],
  ['president', 'president|Präsident(?:in)?|président(?:e)?'],
  ['owner', 'owned by|owners?|proprietor|Inhaber(?:in)?|Eigentümer(?:in)?|propriétaires?'],
  [
    'administrator',
    '(?:insolvency )?administrator|liquidator|(?:vorläufige[rn]? )?Insolvenzverwalter(?:in)?|mandataire judiciaire|administrateur judiciaire',
  ],
  [
    'auditor',
    'auditors?|audited(?: \\p{L}+){0,2} by|Wirtschaftsprüfer(?:in)?|Abschlussprüfer(?:in)?|commissaires? aux comptes',
  ],
  [
    'assistant',
    '(?:personal )?assistant|secretary|Assistent(?:in)?|Sekretär(?:in)?|Sekretariat|assistante?|secrétaire',
  ],
  [
    'spokesperson',
    'spokes(?:person|man|woman)|press officer|press contact|media contact|Pressesprecher(?:in|s)?|Pressekontakt|Pressestelle|contact presse|porte-parole',
  ],
  [
    'sales head',
    'head of sales|sales director|chief revenue officer|CRO|Vertriebsleiter(?:in)?|directeur commercial|directrice commerciale',
  ],
  [
    'head of engineering',
    'head of engineering|VP (?:of )?engineering|vice president of engineering|Entwicklungsleiter(?:in)?',
  ],
  [
    'plant manager',
    "plant manager|site manager|works manager|factory manager|Werksleiter(?:in)?|directeur d[’']usine|directrice d[’']usine",
  ],
  [
    'data protection officer',
    'data protection officer|DPO|Datenschutzbeauftragte[rn]?|délégué(?:e)? à la protection des données',
  ],
  ['controller', '(?:financial )?controller'],
  ['caretaker', 'caretaker|janitor|Hausmeister(?:in)?|concierge|gardien(?:ne)?'],
  [
    'supervisor',
    '(?:doctoral |PhD |thesis )?supervisor|(?:doctoral |PhD )?adviser|(?:doctoral |PhD )?advisor|Doktorvater|Doktormutter|Betreuer(?:in)?|direct(?:eur|rice) de thèse',
  ],
  ['editor', 'editor(?:-in-chief)?|Chefredakteur(?:in)?|rédact(?:eur|rice) en chef'],
  [
    'head teacher',
    'head ?teacher|headmaster|headmistress|school principal|principal|head(?! (?:of|office|chef|count))|Schulleiter(?:in)?|Schulleitung|Rektor(?:in)?|proviseure?|chef(?:fe)? d[’]établissement',
  ],
  ['head chef', 'head chef|executive chef|chef de cuisine|Küchenchef(?:in)?|chef(?! (?:d|de)\\s)'],
  [
    'museum head',
    'museum director|head of the museum|Museumsleiter(?:in)?|Museumsdirektor(?:in)?|Museumsleitung|Leitung|conservat(?:eur|rice)',
  ],
  ['chair of a club', '(?:erste[rn]? )?Vorsitzende[rn]?|Vereinsvorsitzende[rn]?|club chair(?:man|woman)?'],
  ['executive director', 'executive director|Geschäftsleiter(?:in)?'],
  [
    'principal investigator',
    'principal investigator|lead investigator|chief investigator|study lead|PI|Studienleiter(?:in)?|Prüfarzt|investigat(?:eur|rice) principale?',
  ],
  ['literary agent', '(?:literary )?agent|Literaturagent(?:in)?'],
  ['trustee', 'Sachwalter(?:in|s)?|trustee in bankruptcy|receiver'],
  [
    'project manager',
    'project (?:manager|lead|leader)|Projektleiter(?:in)?|Projektleitung|chef(?:fe)? de projet',
  ],
  [
    'spouse',
    'spouse|wife|husband|married to|Ehefrau|Ehemann|Ehepartner(?:in)?|verheiratet mit|épouse|époux|conjointe?',
  ],
  ['orthodontist', 'orthodontistes?|orthodontie|orthodontics|Kieferorthopäd(?:e|in|ie)'],
  ['curator', 'curators?|curated by|Kurator(?:in)?|commissaire'],
  ['conductor', '(?:chief |principal )?conductor|Dirigent(?:in)?|chef(?:fe)? d[’]orchestre'],
  ['coach', 'head coach|coach|Trainer(?:in)?|entraîneur(?:euse)?'],
  ['mayor', 'mayor|(?:Ober)?[Bb]ürgermeister(?:in)?|maire'],
  ['dean', 'dean|Dekan(?:in)?|doyenn?e?'],
  ['host', 'hosts?|Gastgeber(?:in)?|hôtes?|welcome to|chez'],
  ['maintainer', 'maintainers?|maintained by'],
  ['treasurer', 'treasurer|Schatzmeister(?:in)?|Kassenwart(?:in)?|trésorière?'],
  ['director', 'director|directed by|Direktor(?:in)?|direct(?:eur|rice)|dirigée? par'],
  ['head', 'Leiter(?:in)?|geleitet von|unter der Leitung von|Leitung|dirigeante?'],
]

const roles: readonly Role[] = table.map(([name, words]) => ({ name, pattern: wholeWords(words, 'giu') }))

/** Most descriptions ask for none: to try every role in turn is dear. */
const anyRole = wholeWords(table.map(([, words]) => words).join('|'), 'iu')

/** The role that a description asks for, the most exact one. Null: none. */
export function roleIn(description: string): Role | null {
  if (
    /\bwho (?:co-?)?(?:founded|started|set up)|\bfounded by\b|wer (?:hat )?.*gegründet|qui a fondé/i.test(
      description,
    )
  )
    return roleNamed('founder')
  if (!anyRole.test(description)) return null
  const found = roles.flatMap((role) => {
    const [match] = description.matchAll(role.pattern)
    return match ? [{ role, length: match[0].length }] : []
  })
  return found.toSorted((a, b) => b.length - a.length)[0]?.role ?? null
}

const rolesAtPlaces = table
  .filter(([name]) => !['founder', 'director', 'owner'].includes(name))
  .map(([name, words]) => ({ role: roleNamed(name)!, pattern: wholeWords(words, 'iuy') })) // of the same table

/** The role that a text names at a place, with its words. Null: none begins there. */
export function roleAt(text: string, start: number): { role: Role; words: string } | null {
  for (const { role, pattern } of rolesAtPlaces) {
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (match) return { role, words: match[0] }
  }
  return null
}

function roleNamed(name: string): Role | null {
  return roles.find((role) => role.name === name) ?? null
}

function wholeWords(words: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, flags)
}
