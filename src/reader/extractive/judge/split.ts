const finite =
  'is|are|was|were|has|have|had|does|did|can|will|offers?|makes?|sells?|employs?|raised|uses?|operates?|founded|based|headquartered|located|works?|holds?|owns?|runs?|develops?|publishes|releases|supports?|provides?|serves?|plans?|received|won|grew|studied|lives?|speaks?|teaches|leads?|led|acquired|launched|opened|closed|published|contains?|gives|costs(?= (?:less|more|under|over|at|between|no|\\d|\\p{Sc}))|covers|exports(?=$| (?:to|most|its))|includes|accepts|allows|requires|compares|finds|manufactures|produces|builds|writes|advises|directs|manages|weighs|takes|keeps|lets|sends|connects|integrates|delivers|pays|earns|belongs|wrote|moved|joined|became|began|graduated|does not|ist|sind|hat|haben|war|wurde|bietet|wird|est|sont|(?<=(?:et|ou) )a|ont|propose|dispose'

/** Verbs that may be nouns: “trains apprentices” says what somebody does, “trains for ports” what they make. */
const transitive =
  'stores|supplies|trains|needs|tests|ships|hosts|charges|imports|treats|chairs|licenses|involves|employs|hires|sponsors|repairs|teaches|distributes|competes|participates'
const particle = 'in|on|at|for|of|with|from|to|by|and|or|as|that|which'
const object = String.raw`(?:its|the|an?|their|his|her|no|only|both|more|less|fewer|at least|any|all|\d)`

/** “Based in Berlin and founded after 2015”: what follows has a verb of its own. */
export const conjunction = new RegExp(
  String.raw`,? (?:and|und|et)(?: also| auch| aussi| now| still| currently| previously| formerly)? (?=(?:never )?(?:${finite})(?: |$)|(?:${transitive}) (?!(?:${particle}) )\p{L}|[a-z]{3,}(?:s|ed) ${object} |[a-z]{2,}ed (?:${particle}) |used to )`,
  'iu',
)
/** “Has a garden and more than 20 rooms”, “has an app and a web shop”: what follows shares the verb. */
const sharedVerb = new RegExp(
  String.raw`^(?<verb>has|have|offers?|operates?|runs?|owns?|sells?|makes?|is) (?<first>.+?),? and (?<second>(?:an?|(?:more|fewer|less) than|at least|over|under) .+)$`,
  'iu',
)
/** “Has more than 200 employees and offices in three countries”. */
const sharedCount =
  /^(?<verb>has|have) (?<first>(?:(?:more|fewer|less) than|at least|over|under) [\d.,]+ \p{L}+) and (?<second>\p{L}+ (?:in|on|at|for) .+)$/iu
const pair = /^(?<lead>.+ )both (?<first>.+) and (?<second>.+)$/iu
const disjunctionOfVerbs = new RegExp(String.raw`,? (?:or|oder|ou) (?=(?:${finite}) )`, 'iu')
const range = /(?:between|zwischen|entre) \S+(?: \S+)? (?:and|und|et) $/iu
const anyRange = /(?:between|zwischen|entre) .+ (?:and|und|et) /iu

/** The parts of a criterion of which all or any must hold, or null where it has none. */
export function split(text: string): { kind: 'all' | 'any'; parts: string[] } | null {
  const withClosed = /, with (?:the |its )?(.+)$/iu.exec(text)
  if (withClosed?.[1]) return { kind: 'all', parts: [text.slice(0, withClosed.index), withClosed[1]] }
  const joined = splitJoined(text)
  if (joined) return { kind: 'all', parts: joined }
  const shared = splitShared(text)
  if (shared) return { kind: 'all', parts: shared }
  const both = conjunction.exec(text)
  if (both && !range.test(text.slice(0, both.index + both[0].length)))
    return { kind: 'all', parts: [text.slice(0, both.index), text.slice(both.index + both[0].length)] }
  return splitAlternatives(text)
}

function splitShared(text: string): string[] | null {
  // “Has a founder and a chief executive who are women”: what follows is said of both.
  if (anyRange.test(text) || / (?:who|that|which) (?:are|were|have)(?!\p{L})/iu.test(text)) return null
  const { verb, first, second } = (sharedCount.exec(text) ?? sharedVerb.exec(text))?.groups ?? {}
  if (verb && first && second) return [`${verb} ${first}`, `${verb} ${second}`]
  const { lead, first: one, second: other } = pair.exec(text)?.groups ?? {}
  return lead && one && other ? [`${lead}${one}`, `${lead}${other}`] : null
}

/** “Is a B Corporation based in Colombia”, “is a trial with more than 50 schools”: two conditions, and no “and”. */
function splitJoined(text: string): string[] | null {
  const based = /^(is (?:an? )?\P{N}{3,}?),? ((?:based|located|headquartered|situated) in [^,]+)$/iu.exec(
    text,
  )
  if (based?.[1] && based[2] && !/ (?:and|or|by|from|of a) /iu.test(text)) return [based[1], `is ${based[2]}`]
  const aged = /^(is an? \P{N}{3,}?),? ((?:older|younger) than .+|(?:more|less) than \S+ years old)$/iu.exec(
    text,
  )
  if (aged?.[1] && aged[2]) return [aged[1], `is ${aged[2]}`]
  const counted =
    /^(is an? [^,]{3,}?) with ((?:more than|at least|over|fewer than|less than|under|up to) [\d.,]+ [^,]+)$/iu.exec(
      text,
    )
  if (counted?.[1] && counted[2]) return [counted[1], `has ${counted[2]}`]
  const held =
    /^((?:takes? place|is held|was held|will be held|will take place)) ((?:in|at) \p{Lu}[^,]+?) ((?:in|on|during) [^,]*(?:19|20)\d\d)$/iu.exec(
      text,
    )
  return held?.[1] && held[2] && held[3] ? [`${held[1]} ${held[2]}`, `${held[1]} ${held[3]}`] : null
}

const orMark =
  /,? (?:or|oder|ou) (?!(?:more|fewer|less|longer|shorter|over|above|below|higher|lower|older|younger|greater|larger|smaller|later|earlier|after|before|newer|mehr|weniger|später|plus|moins)(?!\p{L}))/iu
const stopsPhrase =
  /\s(?=(?:in|for|from|of|with|without|on|at|by|to|as|that|which|für|aus|von|mit|bei|pour|de|dans|avec|en)\s)/iu

const twoVerbs = /^(?<one>\p{L}{3,}s) or (?<other>\p{L}{3,}s) (?<rest>.+)$/u

function splitAlternatives(text: string): { kind: 'any'; parts: string[] } | null {
  // “Collects or processes milk”: what follows is the object of both.
  const deeds = twoVerbs.exec(text)?.groups
  if (deeds)
    return { kind: 'any', parts: [`${deeds['one']} ${deeds['rest']}`, `${deeds['other']} ${deeds['rest']}`] }
  const verbs = disjunctionOfVerbs.exec(text)
  const mark = verbs ?? orMark.exec(text)
  if (!mark) return null
  const left = text.slice(0, mark.index)
  const right = text.slice(mark.index + mark[0].length)
  if (verbs && left.split(' ').length > 2) return { kind: 'any', parts: [left, right] }
  const [first = right] = right.split(stopsPhrase)
  const tail = right.slice(first.length)
  const leftWords = left.split(' ')
  // Back to what both share: a verb, an article, a preposition.
  let from = leftWords.length - 1
  while (from > 1 && !isShared(leftWords[from - 1] ?? '')) from--
  const prefix = leftWords.slice(0, from).join(' ')
  const one = leftWords.slice(from).join(' ')
  // “A public or state-backed bank”: the last word belongs to both.
  const words = first.split(' ')
  const sharesHead = words.length > 1 && !one.includes(' ') && !one.endsWith('s')
  const head = sharesHead ? ` ${words.at(-1)}` : ''
  return { kind: 'any', parts: [`${prefix} ${one}${head}${tail}`.trim(), `${prefix} ${first}${tail}`.trim()] }
}

const isShared = (word: string): boolean =>
  /^(?:a|an|the|its|of|in|by|for|from|with|to|is|are|was|were|been|has|have|had|ein|eine|der|die|das|le|la|un|une|des|de|more|than|\d+)$/iu.test(
    word,
  ) || new RegExp(`^(?:${finite}|[a-z]+s|[a-z]+ed)$`, 'iu').test(word)
