/** Whether a statement says what is, what was, what is to be, or what somebody only says. */
export type Modality = 'now' | 'former' | 'planned' | 'reported' | 'denied'

const planned =
  /(?<!\p{L})(?:will|shall|would|plans?(?= to| for| on)|planned|planning|aims?|aiming|hopes?|hoping|intends?|seeks?|seeking|wants?|expects?|expected|forecasts?|projected|target(?:s|ed|ing)?|goal|on track|is to|are to|by 20[3-9]\d|geplant\p{L}*|plant|planen|will|wollen|wird|werden|soll|sollen|Ziel|erwartet|strebt|prévoit|prévoient|prévue?s?|envisage\p{L}*|devraient|devrait|sera|seront|objectif|vise|ambitionne|compte (?:ouvrir|atteindre|embaucher|recruter|lever))(?!\p{L})/u
const reported =
  /(?<!\p{L})(?:reportedly|allegedly|rumou?red|rumou?rs?|said to (?:be|have|buy|seek)|is said|are said|in talks|could|might|may(?= be| have)|if|unconfirmed|speculat\p{L}*|sources say|according to sources|angeblich|könnten?|würden?|Gerücht\p{L}*|falls|aurait|serait|pourrait|selon des sources|rumeur\p{L}*)(?!\p{L})/u
const denied =
  /(?<!\p{L})(?:not|never|neither|nor|denied|denies|without|cannot|nicht|nie|niemals|kein|keine|keinen|keiner|jamais|aucune?|sans)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})(?:no(?! (?:fewer|less|more|later))|ne|n['’])\s?(?=\p{L})/u
const former =
  /(?<!\p{L})(?:ago|formerly|former|previously|originally|initially|used to|at the time|back then|then(?=,| had| employed)|once|had been|earlier|until \d{4}|no longer|the year before|a year earlier|last year|früher|ehemals|damals|ursprünglich|zunächst|vor \p{L}+ Jahren|zuvor|im Vorjahr|autrefois|auparavant|à l['’]époque|initialement|il y a|l['’]an(?:née)? (?:dernier|dernière|passée?)|anciennement)(?!\p{L})/iu
const now =
  /(?<!\p{L})(?:now|today|currently|at present|these days|to date|as of|still|heute|derzeit|aktuell|zurzeit|inzwischen|mittlerweile|jetzt|aujourd['’]hui|actuellement|désormais|à ce jour|maintenant)(?!\p{L})/iu

/** How a value is meant, from the clause that it stands in. */
export function modalityOf(clause: string, before: string): Modality {
  // What denies stands before what is denied.
  if (denied.test(before.slice(-60))) return 'denied'
  if (reported.test(clause)) return 'reported'
  if (former.test(clause) && !now.test(clause)) return 'former'
  if (planned.test(clause) && !now.test(clause)) return 'planned'
  return 'now'
}

/** Whether a clause says that it speaks of the present. */
export const saysNow = (clause: string): boolean => now.test(clause)

const clauseEnd =
  /[;:!?]|,(?= (?:while|whereas|but|and|which|who|up|down|after|from|während|aber|und|wobei|tandis|mais|et|contre)\b)|\s[–—]\s/g

/** The stretch of a sentence around a place that makes one statement. */
export function clauseAt(sentence: string, start: number, end: number): { start: number; end: number } {
  let from = 0
  let to = sentence.length
  for (const match of sentence.matchAll(clauseEnd)) {
    if (match.index < start) from = match.index + match[0].length
    else if (match.index >= end) {
      to = match.index
      break
    }
  }
  return { start: from, end: to }
}
