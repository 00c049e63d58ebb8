import { placesIn } from '../values/places.ts'
import { takeComparison } from './comparison.ts'
import { isKindOf, kindMark, mentionsIn } from './concepts.ts'
import type { Condition, Criterion, Mode, Slot } from './condition.ts'
import { grammarWords, lightWords } from './light-words.ts'
import { conjunction, split } from './split.ts'
import { tokensOf, type Token } from './tokens.ts'
import { takeWindow } from './window.ts'

export interface ParseContext {
  readonly now: Date
  /** Whom the criterion is about; its name is no part of what is asked. */
  readonly name?: string | undefined
}

/** Nobody asks for more in one go. */
const longestCriterion = 400

/** What a criterion asks for, in parts that can be decided one by one. */
export function parseCriterion(criterion: string, context: ParseContext): Criterion {
  const text = withoutName(
    criterion
      .trim()
      .slice(0, longestCriterion)
      .replace(/[.!]+$/, ''),
    context.name,
  )
    .replace(
      /(?:in|for|during) (?:its|the|their) (?:last|latest|most recent)(?: reported| full)? (?:fiscal|financial|business) year/iu,
      '',
    )
    .replace(
      /worked in (?:the )?industry$|(?:has )?industry experience$|experience in industry$/iu,
      'worked for a company',
    )
    .replace(
      /(?<!\p{L})(\p{Ll}+)-(owned|led|backed|funded|run)(?!\p{L})(?! by)/iu,
      (found, who: string, what: string) =>
        /^(?:family|wholly|state|publicly|privately|well|self|majority)$/i.test(who)
          ? found
          : `${what} by ${who}`,
    )
    .replace(/majority-owned/iu, 'majority owned')
    // “Company must have an office in Berlin”, “companies that sell to hospitals”, “is a company that uses Rust”.
    .replace(
      /^(?:(?:the|this|each|every) )?(?:\p{L}+ )?(?:company|firm|business|start-?up|organi[sz]ation|person|candidate|author|paper|study|article) (?:must|should|shall|has to|needs to) (?:also )?(be |have )?(?=\p{L})/iu,
      (_, verb?: string) => (verb === undefined ? '' : /^be/i.test(verb) ? 'is ' : 'has '),
    )
    .replace(/^(?:must|should|needs to|has to) (be |have )?(?=\p{L})/iu, (_, verb?: string) =>
      verb === undefined ? '' : /^be/i.test(verb) ? 'is ' : 'has ',
    )
    .replace(
      /^(?:is |are )?(?:an? |the )?(?:compan(?:y|ies)|firms?|business(?:es)?|start-?ups?|organi[sz]ations?|persons?|people|researchers?|papers?|articles?|studies|study) (?:that|which|who) (?=\p{L})/iu,
      '',
    )
    .replace(/^(?:company|business) is /iu, 'is ')
    .replace(
      /^(?:the|this) (?:company|firm|business|startup|start-up|paper|study|article|person|author) (?=\p{L})/iu,
      '',
    )
    .replace(/^(?:previously|formerly|once|has previously) (?=\p{L})/iu, '')
    .replace(/^(?:says|states|claims|argues|concludes|finds|shows|reports) that /iu, '')
    .replace(/^(?:is|was) (?:originally )?from /iu, 'comes from ')
    .replace(/^(?:it|she|he|they) (?=\p{L})/iu, '')
    .replace(
      /^(?:allows?|permits?|lets?) (?:its |their )?(?:employees|staff|people|workers) to /iu,
      'allows ',
    )
    .replace(
      /^(?:runs on|is available (?:on|for)|available (?:on|for)|is compatible with|compatible with) (?=\p{Lu})/u,
      'supports ',
    )
    .replace(/ in total$| overall$| to date$/iu, '')
    // “US-based manufacturer”, “ad-free”.
    .replace(
      /^(?:[Ii]s )?(?:[Aa]n? )?(\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)*)-based (\p{L}[\p{L} -]*)$/u,
      'is based in $1 and is a $2',
    )
    .replace(/^(?:is )?(\p{L}{2,})-free$/iu, (found, what: string) =>
      /^(?:gluten|lactose|sugar|alcohol|barrier|step|carbon)$/iu.test(what) ? found : `has no ${what}s`,
    )
    .replace(/^(?:situé|située|basé|basée|implanté|installé)e?s? (?=à |en |au |dans )/iu, 'est basé ')
  return parsePart(text, context)
}

function withoutName(text: string, name: string | undefined): string {
  if (name === undefined || name.length < 2 || !text.includes(name)) return text
  const rest = text
    .replace(name, ' ')
    .replace(/^\s*['’]s\s/, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return rest === '' ? text : rest
}

function parsePart(text: string, context: ParseContext): Criterion {
  const without = parseWithout(text, context)
  if (without) return without
  const apart = split(text)
  if (apart) return { kind: apart.kind, parts: apart.parts.map((part) => parsePart(part, context)) }
  const denied = withoutDenial(text)
  if (denied !== null) return { kind: 'not', part: parsePart(denied, context) }
  return conditionOf(text, context)
}

const lackingMark = /,? (?:without|ohne|sans) (?<lacking>[^,]+)$/iu
/** “Without using”, “without the need for”, “without any”: what follows is what is lacking. */
const lackingLead =
  /^(?:(?:using|having|needing|requiring|paying(?: for)?|charging|the (?:use|need|help) (?:of|for)|any|an?|the|eine?[nrsm]?|une?)\s)+/iu

/** “Works without a subscription or an account”: done, and without either of them. */
function parseWithout(text: string, context: ParseContext): Criterion | null {
  const found = lackingMark.exec(text)
  const lacking = found?.groups?.['lacking']?.replace(lackingLead, '')
  if (!found || lacking === undefined || conjunction.test(text)) return null
  const done = text.slice(0, found.index)
  // “Weighs 160 g without batteries” measures; “without leaving home” lacks no thing.
  if (takeComparison(done).comparison !== null || /^\p{L}+ing(?!\p{L})/iu.test(lacking)) return null
  // “Floats if dropped without a line”: not done, but what would happen.
  if (/ (?:if|when|while) /iu.test(done)) return null
  const part = parsePart(done, context)
  const parts = lacking.split(/ (?:or|and|oder|und|ou|et) /iu).map((one) => ({
    kind: 'without' as const,
    part,
    lacking: conditionOf(`has ${one.replace(lackingLead, '')}`, context),
  }))
  return parts.length === 1 ? parts[0]! : { kind: 'all', parts } // one at least
}

/** The criterion without its denial, or null where nothing is denied. */
function withoutDenial(text: string): string | null {
  // “Is a preprint that has not been reviewed”: one thing, of which a part is denied.
  if (/ (?:that|which|who) (?:\p{L}+ )?(?:not|never|no)(?!\p{L})/iu.test(text)) return null
  const patterns: readonly (readonly [RegExp, string])[] = [
    [/^(?:does not|doesn['’]t|do not|did not|didn['’]t) /iu, ''],
    [
      /(?<!\p{L})(?:is|are|was|were|has|have|had|can|will) (?:not|never|no longer)(?!\p{L})|(?<!\p{L})(?:is|are|was|were|has|have|had|ca|wo)n['’]t(?!\p{L})/iu,
      '$AUX',
    ],
    [/^(?:not|never|no longer|nicht|nie) /iu, ''],
    [/(?<!\p{L})(?:no longer|never|nicht mehr|noch nie|nicht|jamais) /iu, ''],
    [
      /(?<!\p{L})(?:has|have|contains?|offers?|uses?|makes?|charges?|with|there (?:is|are)) no (?!(?:less|fewer|more) than)/iu,
      '$VERB',
    ],
    [/(?<!\p{L})keine?[nrsm]? /iu, ''],
    [/(?<!\p{L})(?:n['’]|ne )(?=\p{L}+ (?:pas|plus|jamais) )/iu, '$FR'],
    [/(?:is|are|ist|sind|est|sont) (?:free of|free from|frei von) /iu, 'contains '],
    [/^no /iu, 'has '],
  ]
  for (const [pattern, put] of patterns) {
    const found = pattern.exec(text)
    if (!found) continue
    const kept = put.startsWith('$')
      ? found[0].replace(/(?:not|never|no longer|no|n['’]t)\s*$/iu, '').trim()
      : put.trim()
    const rest = `${text.slice(0, found.index)}${kept} ${text.slice(found.index + found[0].length)}`
    return rest
      .replace(put === '$FR' ? /(\p{L}+) (?:pas|plus|jamais) /u : /$^/, '$1 ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  return null
}

const planning =
  /^(?:(?:it |the company )?(?:plans?|is planning|intends?|wants?|aims?|hopes?|expects?|is expected|is going|is set|is preparing|will|shall|plant|will|prévoit|envisage)(?: on| de| d['’])?(?: to)?) /iu
const present =
  /(?<!\p{L})(?:today|currently|right now|now|so far|still|at present|already|at the moment|heute|derzeit|aktuell|noch|aujourd['’]hui|actuellement|toujours)(?!\p{L})/giu
const pastForm =
  /^(?:(?:[\p{L}\d.]+ ){1,4}(?:was|were|had|has been|have been)\s|was|were|had|did|(?:has|have) (?:been|ever|\p{L}{2,}ed|won|led|made|held|sold|bought|grown|built|taught|run|become|begun|left|written|spoken|given|taken|met|lost|paid|kept|sent|laid off)(?!\p{L})|wurde|war|hatte|hat .* (?:ge\p{L}+|\p{L}+t)$|a (?:été|\p{L}+é)|(?!(?:based|located|headquartered|listed|owned|certified|backed|funded|need|feed|led by|employed|used|backed|licensed|accredited|focused|specialised|specialized|registered))\p{L}+ed |made |won |led |sold |bought |grew |built |taught |ran |held |opened |found |became |began |left |wrote )|(?<!\p{L})(?:ever|experience|erfahrung|expérience|former|ehemalige[rn]?|ancien(?:ne)?)(?!\p{L})|at its (?:height|peak)/iu

function conditionOf(text: string, { now }: ParseContext): Condition {
  const isPlan = planning.test(text)
  const plain = isPlan ? text.replace(planning, '') : text
  const mode: Mode = isPlan
    ? 'plan'
    : pastForm.test(plain.replaceAll(present, ' ').replaceAll(/\s+/g, ' ').trim()) &&
        !/(?<!\p{L})(?:still|today|currently|now)(?!\p{L})/iu.test(plain)
      ? 'past'
      : 'state'
  const isUniversal = /^(?:all|every|each|alle|tous|toutes)(?!\p{L})/iu.test(plain)
  const { window, rest: timeless } = takeWindow(
    plain.replaceAll(present, ' ').replaceAll(/\s+/g, ' ').trim(),
    now,
  )
  const { comparison, rest } = takeComparison(timeless)
  return {
    kind: 'condition',
    text,
    mode,
    slots: slotsOf(rest, comparison !== null),
    comparison,
    window,
    isOutside: [...rest.matchAll(/(?<!\p{L})(?:outside|beyond|außerhalb|hors)(?!\p{L})/giu)].some((match) =>
      isBeforePlace(rest, match.index + match[0].length, placesIn(rest)),
    ),
    isUniversal,
    isReport: false,
  }
}

const german =
  /(?<!\p{L})(?:der|die|das|den|dem|ein|eine|ist|sind|hat|wurde|und|nach|mit|für|im|nicht)(?!\p{L})|[äöüß]/iu

const french =
  /(?<!\p{L})(?:le|la|les|un|une|des|du|est|sont|dans|pour|avec|et|aux?|ses?|sa|pas)(?!\p{L})|[àâçéèêëîïôœùûü]|(?<!\p{L})[ldn]['’]/iu

const languageVerb =
  /(?<!\p{L})(?:speaks?|fluent|language|written|spricht|sprache|parle|langue|courant)(?!\p{L})/iu

function slotsOf(text: string, isCounted: boolean): Slot[] {
  const tokens = tokensOf(text)
  const isGerman = german.test(text)
  const mentions = mentionsIn(tokens, isGerman || french.test(text) ? null : 'en')
  const places = languageVerb.test(text) ? [] : placesIn(text)
  const slots: Slot[] = []
  let group = 0
  let broken = true
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    const place = places.find(({ start, end }) => start <= token.start && end >= token.end)
    const size = place
      ? tokens.filter(({ start, end }) => start >= place.start && end <= place.end).length
      : sizeAt(tokens, mentions, at)
    const taken = tokens.slice(at, at + size)
    const from = at
    at += size
    const own = mentions.filter((mention) => mention.from === from && mention.to === at)
    const isName = place === undefined && own.length === 0 && !isGerman && isNameRun(taken, from)
    const isEmpty = size === 1 && !isName && !place && isNothing(tokens, from)
    if (isEmpty || isOutsideWord(text, token, places)) {
      broken ||= !/^(?:a|an|the|its)$/.test(token.word)
      continue
    }
    if (broken) group++
    broken = false
    const stems = taken.map(({ stem }) => stem)
    const concepts = isName
      ? []
      : mostSpecific(
          own.flatMap(({ concept }) =>
            !concept.endsWith(kindMark)
              ? concept
              : isCounted && concept === `employee${kindMark}` && token.word !== 'engineers'
                ? 'employee'
                : [],
          ),
        )
    slots.push({
      text: text.slice(taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0),
      stems,
      concepts: new Set(concepts),
      isName,
      place: place?.place ?? null,
      isVerb:
        slots.length === 0 &&
        isVerbWord(
          token.word,
          tokens.slice(0, from).every(({ word }) => auxiliaries.has(word)),
        ),
      group,
    })
  }
  // Whoever makes a thing sells it; whom and where it is sold is another matter.
  const [verb, object] = slots
  if (verb?.concepts.has('sell') && object?.group === verb.group && object.place === null)
    slots[0] = { ...verb, concepts: new Set([...verb.concepts, 'make']) }
  const isDegree =
    slots.some(
      ({ concepts: meant }) => meant.has('doctorate') || meant.has('study') || meant.has('master'),
    ) && slots.some(({ place }) => place !== null)
  // A round is raised, closed, announced: the verb tells nothing more.
  const isRound = slots.some(
    ({ concepts: meant }) =>
      [...meant].some((one) => one !== 'raise' && one !== 'fund' && isKindOf(one, 'funding-round')) &&
      !meant.has('raise'),
  )
  if (isRound && slots[0]?.concepts.has('raise') && slots.length > 1) slots.shift()
  // A standard has a number: whoever names it speaks of being certified to it.
  const hasStandard = slots.some(({ isName, text: name }) => isName && /\d/.test(name))
  const telling = slots.filter(
    ({ stems, concepts: meant, group: own, isVerb }, at) =>
      // “Insurance companies” are insurers, and “pharmaceutical firms” drug makers.
      !(at > 1 && isCompanies(stems) && isNoun(slots[at - 1]) && slots[at - 1]?.group === own) &&
      // A study is vague, to have studied is not.
      !(stems.length === 1 && vague.has(stems[0] ?? '') && !(isVerb && meant.has('study'))) &&
      !(hasStandard && (meant.has('certify') || meant.has('report'))) &&
      !(isDegree && meant.has('university')),
  )
  if (telling.length > 0) slots.splice(0, slots.length, ...telling)
  // “Employs more than 50 people”, “has more than 50 employees”: one and the same.
  return isCounted ? withoutDoubles(slots) : slots
}

const companies = new Set(tokensOf('companies firms businesses').map(({ stem }) => stem))
const isCompanies = (stems: readonly string[]): boolean => stems.length === 1 && companies.has(stems[0] ?? '')
const isNoun = (slot: Slot | undefined): boolean =>
  slot !== undefined && !slot.isVerb && !slot.isName && slot.place === null && slot.concepts.size > 0

/** Of a word's meanings, those that no other of them is a kind of: “Series B” is not any round. */
const mostSpecific = (concepts: readonly string[]): string[] =>
  concepts.filter(
    (one) => !concepts.some((other) => other !== one && isKindOf(other, one) && !isKindOf(one, other)),
  )

/** “The company has …” speaks of the subject itself, “is paid by a company” of another. */
function isNothing(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? ''
  if (grammarWords.has(word)) return true
  if (/^(?:company|firm|business|organi[sz]ation|unternehmen|firma|entreprise|societe)$/.test(word)) {
    const before = tokens.slice(Math.max(0, at - 2), at).map((token) => token.word)
    return (
      !before.some((one) =>
        /^(?:by|for|from|at|in|with|to|of|von|bei|fur|par|pour|chez|dans|another)$/.test(one),
      ) || before.at(-1) === 'the'
    )
  }
  // “Made an acquisition”, “makes a profit”.
  if (
    /^(?:made|makes?)$/.test(word) &&
    (/^(?:an?|any)$/.test(tokens[at + 1]?.word ?? '') ||
      tokens.some((token) => token.word === 'available' || token.word === 'public'))
  )
    return true
  return (
    lightWords.has(word) &&
    tokens.some(
      (token, other) => other !== at && !grammarWords.has(token.word) && !lightWords.has(token.word),
    ) &&
    !/^(?:an?|the)$/.test(tokens[at - 1]?.word ?? '')
  )
}

const isOutsideWord = (text: string, token: Token, places: readonly { readonly start: number }[]): boolean =>
  /^(?:outside|beyond|ausserhalb|hors)$/.test(token.word) && isBeforePlace(text, token.end, places)

const isBeforePlace = (text: string, at: number, places: readonly { readonly start: number }[]): boolean =>
  places.some(
    ({ start }) =>
      start >= at && /^\s*(?:of |the |von |der |d[eu] |l['’]|la )*$/iu.test(text.slice(at, start)),
  )

/** Nouns and adverbs so general that a page seldom repeats them. */
const vague = new Set(
  tokensOf(
    'single national dedicated publicly product products service services model models figure figures officially later new newly study format too current fully position positions numbers',
  ).map(({ stem }) => stem),
)

const auxiliaries = new Set(
  'is are was were has have had been being be will can does did do ist sind hat haben wurde wurden war est sont a ont ete'.split(
    ' ',
  ),
)
const isVerbWord = (word: string, isFirst: boolean): boolean =>
  isFirst &&
  /(?:s|ed|t|d|en)$|^(?:won|made|ran|took|wrote|gave|grew|became|began|spoke|chose|drew|shown|known|grown)$/.test(
    word,
  )

const withoutDoubles = (slots: readonly Slot[]): Slot[] =>
  slots.some(({ concepts }) => concepts.has('employee')) &&
  slots.some(({ concepts }) => concepts.has('employ'))
    ? slots.filter(({ concepts }) => !concepts.has('employ') || concepts.has('employee'))
    : [...slots]

/** How many tokens from here on mean one thing: a phrase of the lexicon, or a name of several words. */
function sizeAt(tokens: readonly Token[], mentions: ReturnType<typeof mentionsIn>, at: number): number {
  const phrase = Math.max(1, ...mentions.filter(({ from }) => from === at).map(({ from, to }) => to - from))
  let run = 0
  while (
    tokens[at + run]?.hasCapital ||
    (run > 0 && tokens[at + run]?.isNumber && (tokens[at + run]?.word.length ?? 9) <= 5)
  )
    run++
  // The first word of a criterion has a capital in any case.
  if (at === 0 && grammarWords.has(tokens[0]?.word ?? '')) return phrase
  if (at === 0 && run < 2) return phrase
  if (at === 0 && mentions.some(({ from }) => from === 0)) return phrase
  return Math.max(phrase, run, 1)
}

function isNameRun(tokens: readonly Token[], at: number): boolean {
  const [first] = tokens
  if (!first?.hasCapital) return false
  return at > 0 || (tokens.length > 1 && tokens.every(({ hasCapital, isNumber }) => hasCapital || isNumber))
}
