/** A stretch of a text, by position. */
export interface Place {
  readonly start: number
  readonly end: number
}

interface Stretch extends Place {
  readonly isStrong: boolean
  readonly isMarked: boolean
}

export interface Line {
  readonly kind: 'heading' | 'item' | 'plain'
  readonly stretches: readonly Stretch[]
}

const prefix = /^\s*(?:(?<heading>#{1,6})\s+|(?<item>[-*+])\s+|>\s?)?/
/** What is not shown: marks of emphasis, backslashes, and of links and pictures all but their words. */
const markup =
  /^\s*\|\s*|\s*\|\s*$|\*\*|__|(?<![\w*\\])\*(?=\S)|(?<=[^\s\\])\*(?![\w*])|`|!?\[(?=[^\]]*\]\()|\]\([^)\s]*(?:\s+"[^"]*")?\)|\\(?=[!-/:-@[-`{-~])/g
/** The line below the head of a table. */
const rule = /^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/

/**
 * The lines of a page's Markdown as people read it. Only what is shown has positions, and these are those of the text
 * itself, so that places in it can be marked whatever stands around them.
 */
export function linesOf(text: string, places: readonly Place[] = []): Line[] {
  const marks = places.toSorted((one, other) => one.start - other.start)
  const lines: Line[] = []
  let at = 0
  for (const line of text.split('\n')) {
    if (line.trim() !== '' && !rule.test(line)) {
      const { heading, item } = prefix.exec(line)?.groups ?? {}
      const kind = heading ? 'heading' : item ? 'item' : 'plain'
      lines.push({ kind, stretches: stretchesOf(line, at, marks) })
    }
    at += line.length + 1
  }
  return lines
}

function stretchesOf(line: string, offset: number, marks: readonly Place[]): Stretch[] {
  const stretches: Stretch[] = []
  let from = prefix.exec(line)?.[0].length ?? 0
  let isStrong = false
  const show = (to: number) => {
    for (const piece of cut({ start: offset + from, end: offset + to }, marks))
      stretches.push({ ...piece, isStrong })
  }
  for (const { index, 0: sign } of line.matchAll(markup)) {
    if (index < from) continue
    show(index)
    if (sign === '**' || sign === '__') isStrong = !isStrong
    from = index + sign.length
  }
  show(line.length)
  return stretches
}

/** Cuts a stretch where marks begin and end. */
function cut({ start, end }: Place, marks: readonly Place[]): Omit<Stretch, 'isStrong'>[] {
  const inside = marks.filter((mark) => mark.start < end && mark.end > start)
  const bounds = inside.flatMap((mark) => [mark.start, mark.end]).filter((at) => at > start && at < end)
  const cuts = [start, ...new Set(bounds.toSorted((one, other) => one - other)), end]
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? start
    const isMarked = inside.some((mark) => mark.start <= from && mark.end >= to)
    return to > from ? [{ start: from, end: to, isMarked }] : []
  })
}

/** Where passages stand. They may have been folded into one line, so white space counts for any other. */
export const placesOf = (text: string, passages: readonly string[]): Place[] =>
  passages.flatMap((passage) => {
    const words = passage.trim().split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const found = new RegExp(words.map(escape).join(String.raw`\s+`)).exec(text)
    return found ? [{ start: found.index, end: found.index + found[0].length }] : []
  })

const escape = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** A passage of Markdown as one line of words. */
export const plainText = (passage: string): string =>
  linesOf(passage)
    .map(({ stretches }) => stretches.map(({ start, end }) => passage.slice(start, end)).join(''))
    .join(' ')
    .replaceAll(/\s#{1,6}\s/g, ' ')
    .trim()
