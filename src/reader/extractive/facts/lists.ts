export interface Item {
  readonly start: number
  readonly end: number
}

const separator = /,\s(?:and|und|et|or|oder|ou)\s|[,;]\s|\s(?:and|und|et|&)\s|\s[·•|]\s|$/g
/** What is said of an item and does not belong to it: “(native)”, “– sold out”, “some”. */
const remark = /\s?\([^()]*\)\s*$|\s[–—]\s.*$/u
const lead =
  /^(?:some|a little|basic|fluent|good|native|also|etwas|un peu de|northern|southern|eastern|western|the|incl\.|including|dont)\s/iu

/** The items of a list in a line, without what is said of them. */
export function itemsOf(text: string): Item[] {
  const items: Item[] = []
  let start = 0
  for (const match of text.matchAll(separator)) {
    if (match.index > start && !isInBrackets(text, match.index)) {
      items.push(trimmed(text, start, match.index))
      start = match.index + match[0].length
    }
  }
  return items.filter((item) => item.end > item.start)
}

const isInBrackets = (text: string, at: number): boolean => /\([^()]*$/.test(text.slice(0, at))

function trimmed(text: string, start: number, end: number): Item {
  const written = text.slice(start, end)
  const kept = written
    .replace(remark, '')
    .replace(/[.;:]$/, '')
    .trimEnd()
  const from = start + (lead.exec(kept)?.[0].length ?? 0)
  return { start: from, end: start + kept.length }
}

const nameItem = String.raw`(?!(?:In|From|At|Across|Near|Dans|En|Aus)\s)(?:(?:northern|southern|eastern|western|the|le|la|les)\s)?\p{Lu}[\p{L}'’.-]*(?:\s(?:of\s|de\s|la\s)?\p{Lu}[\p{L}'’.-]*){0,3}(?:\s\([^()]{1,40}\))?`
const namedRun = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${nameItem}(?:(?:,\s|\s[·•]\s)${nameItem})*(?:,?\s(?:and|und|et|&)\s${nameItem})?(?![\p{L}\p{N}])`,
  'gu',
)

/** Runs of names in a text: “Kitui, Makueni and Turkana”. */
export const namedRuns = (text: string): Item[] =>
  [...text.matchAll(namedRun)]
    .filter(([run]) => /,|·|\s(?:and|und|et|&)\s/.test(run))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
