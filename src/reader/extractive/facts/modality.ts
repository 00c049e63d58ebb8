/** Whether a statement says what is, what was, what is to be, or what somebody only says. */
export type Modality = 'now' | 'former' | 'expected' | 'planned' | 'reported' | 'denied'

/** Words of three languages; one that means something else in another is kept apart by the page's language. */
interface Words {
  readonly planned: string
  readonly expected: string
  readonly reported: string
  readonly denied: string
  readonly former: string
  readonly now: string
}

const english: Words = {
  planned: String.raw`plans?(?= to| for| on| an? (?!month|year|week|day))|planned|planning to|aims?|aiming|hopes?|hoping|intends?|seeks?|seeking|wants?|expects?|expected|forecasts?(?! (?:that|how|when)(?!\p{L}))|guidance (?:of|for)|projected|target(?:s|ed|ing)?|goal|on track|by 20[3-9]\d|filed (?:for|to)(?! (?:bankruptcy|insolvency|claims))`,
  expected: 'will|shall|would|is to|are to|going to',
  reported: String.raw`reportedly|allegedly|rumou?red|rumou?rs?|said to (?:be|have|buy|seek)|is said|are said|in talks|could|might|may(?= be| have)|if(?! (?:you|paid|bought|ordered|collected|booked|picked up)(?!\p{L}))|unconfirmed|speculat\p{L}*|sources say|according to (?:sources|people|two)|people (?:who|familiar)|person familiar|(?:thought|believed|estimated) (?:to|at)|undisclosed|not (?:been )?disclosed`,
  denied:
    '[Nn]ot|[Nn]ever|[Nn]one of|[Nn]either|nor|denied|denies|[Ww]ithout(?! \\p{Lu})|cannot|[Nn]o(?! (?:fewer|less|more|later)|\\. ?[\\p{Lu}\\d]|\\s?\\d)',
  former: String.raw`ago|formerly|previously|originally|initially|used to|at the time|back then|then(?=,| had| employed)|had been|earlier|until \d{4}|no longer|(?:has|have|had|was|were) been (?:given up|abandoned|scrapped|dropped|cancelled|shelved|called off)|the year before|a year earlier|when (?:we|it|they|he|she|the company)|^, (?:announced|planned|scheduled) for|once (?:had|employed|was|promised|planned|expected|scheduled|due|meant)`,
  now: 'now|today|currently|at present|these days|to date|as of|still',
}
const german: Words = {
  planned: String.raw`geplant\p{L}*|plant|planen|wollen|will|Ziel|erwartet|strebt|möchten?|hofft|hoffen`,
  expected: 'wird|werden|soll|sollen|sollte',
  reported: String.raw`angeblich|könnten?|würden?|Gerücht\p{L}*|falls|offenbar`,
  denied: 'nicht|nie|niemals|keine?|keinen|keiner|keinem|ohne',
  former: String.raw`früher|ehemals|damals|ursprünglich|zunächst|vor \p{L}+ Jahren|zuvor|im Vorjahr|bis \d{4}|als wir|einst`,
  now: 'heute|noch(?= \\d)|derzeit|aktuell|zurzeit|inzwischen|mittlerweile|jetzt|Stand',
}
const french: Words = {
  planned: String.raw`prévoit|prévoient|prévue?s?|envisage\p{L}*|objectif|vise|ambitionne|espère|souhaite|compte (?:ouvrir|atteindre|embaucher|recruter|lever)`,
  expected: String.raw`devraient|devrait|va|vont|\p{L}{2,}(?:era|eront|ra|ront)(?<!opéra|caméra)|à terme`,
  reported: String.raw`aurait|auraient|serait|seraient|pourrait|pourraient|selon des sources|rumeur\p{L}*|si`,
  denied: String.raw`ne|n['’]|pas|jamais|aucune?|sans`,
  former: String.raw`autrefois|auparavant|à l['’]époque|initialement|il y a|l['’]an(?:née)? (?:dernier|dernière|passée?)|anciennement|jusqu['’]en \d{4}`,
  now: String.raw`aujourd['’]hui|actuellement|désormais|à ce jour|maintenant`,
}

type Patterns = Readonly<Record<keyof Words, RegExp>>
const made = new Map<string, Patterns>()

function patternsFor(language: string | null): Patterns {
  const key = language?.slice(0, 2) ?? 'en'
  const known = made.get(key)
  if (known) return known
  const words = key === 'de' ? german : key === 'fr' ? french : english
  const compile = (source: string) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${source})(?!\p{L})${source === english.denied ? String.raw`|n['’]t(?!\p{L})` : ''}`,
      'u',
    )
  const patterns: Patterns = {
    planned: compile(words.planned),
    expected: compile(words.expected),
    reported: compile(words.reported),
    denied: compile(words.denied),
    former: new RegExp(compile(words.former).source, 'iu'),
    now: new RegExp(compile(words.now).source, 'iu'),
  }
  made.set(key, patterns)
  return patterns
}

/** “The deal, which had been announced in May, was closed”: what stands between is said of another time. */
const aside = /(?:^|,)\s(?:which|who) had been [^,;]{3,80},/u

/**
 * How a value is meant, from the clause that it stands in and the words of it that stand before. Who `asked` for “hours
 * without an injury” is not told of something else by the same words.
 */
export function modalityOf(written: string, before: string, language: string | null, asked = ''): Modality {
  // “1 September or earlier” has not been yet.
  const clause = written.replace(/\sor (?:earlier|later|sooner)(?!\p{L})/u, '').replace(aside, ' ')
  const { denied, reported, former, planned, expected, now } = patternsFor(language)
  // What denies stands before what is denied.
  // “No class has more than 18” says how many it has.
  if (
    denied.test(before.replace(/^.*\s(?=.{60})/su, '')) &&
    !denied.test(asked) &&
    !/(?<!\p{L})no\s[^.;]*(?:more|fewer|less) than\s$/iu.test(before)
  )
    return 'denied'
  if (reported.test(clause)) return 'reported'
  if (former.test(clause) && !now.test(clause)) return 'former'
  if (planned.test(clause) && !now.test(clause)) return 'planned'
  return expected.test(clause) && !now.test(clause) ? 'expected' : 'now'
}

/** The part of a clause that bears on a value: what stands far from it is said of something else. */
export const nearby = (
  text: string,
  clause: { start: number; end: number },
  start: number,
  end: number,
): string => text.slice(Math.max(clause.start, start - 75), Math.min(clause.end, end + 45))

/** Whether a clause says that it speaks of the present. */
export const saysNow = (clause: string, language: string | null): boolean =>
  patternsFor(language).now.test(clause)

const clauseEnd =
  /[;:!?]|,(?= (?:while|whereas|but|and|which|who|up|down|after|from|während|aber|und|wobei|tandis|mais|et|contre|if|falls|\d)\b)|\s[–—]\s/g
/** “… and expects 700 by spring”: a second verb makes a second statement. */
const verbAfterAnd =
  /\s(?:and|und|et)\s(?=(?:expects?|plans?|aims?|hopes?|wants?|will|intends?|erwartet|plant|will|prévoit|vise|espère)\s)/g

/** The stretch of a sentence around a place that makes one statement. */
export function clauseAt(sentence: string, start: number, end: number): { start: number; end: number } {
  let from = 0
  let to = sentence.length
  const ends = [...sentence.matchAll(clauseEnd), ...sentence.matchAll(verbAfterAnd)]
  for (const { index, 0: mark } of ends) {
    if (index + mark.length <= start) from = Math.max(from, index + mark.length)
    else if (index >= end) to = Math.min(to, index)
  }
  return insertionAt(sentence, start, end) ?? { start: from, end: to }
}

const inserted =
  /^, (?:which|who|opened|founded|built|bought|acquired|launched|established|inaugurated|announced for|planned for|scheduled for|once|originally|initially|previously|formerly|first|up from|down from|qui|ursprünglich|zunächst|initialement)(?!\p{L})[^,]*$/u

/** “Opening, once promised for 2026, is now …”: what stands between two commas is said by itself. */
export function insertionAt(
  sentence: string,
  start: number,
  end: number,
): { start: number; end: number } | null {
  const comma = sentence.lastIndexOf(', ', start)
  const next = sentence.indexOf(', ', end)
  return comma >= 0 && next >= 0 && inserted.test(sentence.slice(comma, start))
    ? { start: comma, end: next }
    : null
}
