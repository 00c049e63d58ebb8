/** What a label in front of a value asks for, whatever its language. */
export type Field =
  | 'name'
  | 'founded'
  | 'employees'
  | 'headquarters'
  | 'address'
  | 'location'
  | 'revenue'
  | 'fundingTotal'
  | 'funding'
  | 'latestRound'
  | 'website'
  | 'industry'
  | 'position'
  | 'employer'
  | 'education'
  | 'round'
  | 'amount'
  | 'date'

/** English, then German, then French; written without accents, because they are compared without. */
const words: Readonly<Record<Field, string>> = {
  name: 'name|company|company name|legal name|full name|firma|firmenname|unternehmen|unternehmensname|nom|raison sociale|denomination sociale|societe|entreprise',
  founded:
    'founded|founded in|year founded|founding year|founding date|date founded|date of foundation|established|year established|est|incorporated|inception|formed|gegrundet|gegrundet im jahr|grundung|grundungsjahr|grundungsdatum|jahr der grundung|fondee en|fonde en|fondee|fonde|fondation|date de fondation|annee de fondation|creation|date de creation|annee de creation|creee en|cree en',
  employees:
    'employees|number of employees|no of employees|employee count|total employees|headcount|staff|workforce|team size|company size|people|ftes|mitarbeiter|mitarbeitende|mitarbeiterinnen|mitarbeiter innen|mitarbeiterinnen und mitarbeiter|mitarbeiterzahl|zahl der mitarbeiter|zahl der mitarbeitenden|anzahl mitarbeiter|anzahl der mitarbeiter|anzahl mitarbeitende|beschaftigte|zahl der beschaftigten|belegschaft|effectif|effectifs|effectif total|salaries|nombre de salaries|nombre d employes|nombre de collaborateurs|collaborateurs|employes',
  headquarters:
    'headquarters|headquarter|hq|head office|corporate headquarters|global headquarters|headquartered in|main office|registered office|seat|sitz|hauptsitz|firmensitz|unternehmenssitz|sitz der gesellschaft|zentrale|hauptverwaltung|siege|siege social|siege principal',
  address: 'address|postal address|street address|anschrift|adresse|postanschrift|adresse postale',
  location:
    'location|based in|base|lives in|place|city|standort|ort|wohnort|localisation|lieu|ville|basee a|base a',
  revenue:
    'revenue|revenues|annual revenue|annual revenues|turnover|annual turnover|sales|annual sales|net sales|umsatz|jahresumsatz|umsatzerlose|nettoumsatz|chiffre d affaires|chiffre d affaires annuel|ca|ca annuel',
  fundingTotal:
    'total funding|total funding amount|funding total|total raised|raised to date|funding to date|funding raised|capital raised|amount raised|total capital raised|gesamtfinanzierung|finanzierung gesamt|finanzierung insgesamt|eingesammeltes kapital|total leve|total des fonds leves|montant total leve|fonds leves|financement total',
  funding: 'funding|financing|raised|finanzierung|kapital eingesammelt|financement|levees de fonds',
  latestRound:
    'latest round|last round|latest funding|last funding|latest funding round|last funding round|most recent round|most recent funding|letzte runde|letzte finanzierungsrunde|letzte finanzierung|derniere levee|derniere levee de fonds|dernier tour|dernier tour de table|dernier financement',
  website: 'website|web site|web|homepage|url|webseite|internet|site web|site internet|site',
  industry:
    'industry|industries|sector|sectors|field|line of business|branche|branchen|wirtschaftszweig|secteur|secteurs|secteur d activite|domaine',
  position:
    'position|role|title|job title|current role|current position|occupation|funktion|rolle|beruf|stelle|poste|fonction|titre|profession',
  employer:
    'employer|affiliation|organisation|organization|institution|arbeitgeber|einrichtung|employeur|etablissement',
  education:
    'education|degree|degrees|alma mater|studies|ausbildung|studium|abschluss|hochschule|formation|etudes|diplome|diplomes',
  round: 'round|funding round|series|stage|runde|finanzierungsrunde|tour|levee|serie',
  amount: 'amount|size|raised|volume|betrag|summe|hohe|volumen|montant',
  date: 'date|announced|closed|year|datum|jahr|annee',
}

const fields = new Map<string, Field[]>()
for (const [field, labels] of Object.entries(words))
  for (const label of labels.split('|'))
    // The keys of `words` are the fields.
    fields.set(label, [...(fields.get(label) ?? []), field as Field])

const longestLabel = 60

/** Without accents, case, brackets and punctuation: “Employees (2025):” is “employees”. */
const plainLabel = (label: string): string =>
  label
    .replaceAll(/\([^)]*\)|\b(?:19|20)\d\d\b/g, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The fields that a label may stand for: “raised” may be an amount or all funding. */
export const fieldsOf = (label: string): readonly Field[] =>
  label.length > longestLabel ? [] : (fields.get(plainLabel(label)) ?? [])
