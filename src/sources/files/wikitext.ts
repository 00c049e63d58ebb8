/** Templates within templates, tables within tables: deeper ones are left out with what is around them. */
const deepest = 50

/** The prose of an article: headings, paragraphs, lists and emphasis; without templates, tables, notes and files. */
export function wikitextToMarkdown(wikitext: string): string {
  let text = wikitext.replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
  text = text.replaceAll(/<ref\b[^<>]*\/>|<ref\b[^<>]*>[\s\S]*?<\/ref>/gi, '')
  text = text.replaceAll(/<(gallery|math|timeline|score)\b[^<>]*>[\s\S]*?<\/\1>/gi, '')
  text = withoutNested(text, '{{', '}}')
  text = withoutNested(text, '{|', '|}')
  text = withoutFiles(text)
  text = text
    // Before headings and emphasis get marks that look like those of lists.
    .replaceAll(/^([*#:;]+)\s*/gm, (_, marks: string) =>
      /[*#]$/.test(marks) ? `${'  '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ` : '',
    )
    .replaceAll(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/\[(?:https?:)?\/\/[^\s\]]+ ([^\]]+)\]/g, '$1')
    .replaceAll(/\[(?:https?:)?\/\/[^\s\]]+\]/g, '')
    .replaceAll(/'''''([^'\n]+)'''''/g, '***$1***')
    .replaceAll(/'''([^\n]+?)'''/g, '**$1**')
    .replaceAll(/''([^\n]+?)''/g, '*$1*')
    .replaceAll(
      /^(={1,6})\s*([^=\n][^\n]*?)\s*\1\s*$/gm,
      (_, marks: string, title: string) => `${'#'.repeat(marks.length)} ${title}`,
    )
    .replaceAll(/__[A-Z]+__/g, '')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Without everything between the marks, however they nest; marks that never close are left standing. */
function withoutNested(text: string, open: string, close: string): string {
  const kept: string[] = []
  let depth = 0
  let from = 0
  let outermost = 0
  for (let at = 0; at < text.length;) {
    if (text.startsWith(open, at)) {
      if (depth === 0) {
        kept.push(text.slice(from, at))
        outermost = at
      }
      depth = Math.min(deepest, depth + 1)
      at += open.length
    } else if (depth > 0 && text.startsWith(close, at)) {
      depth--
      at += close.length
      if (depth === 0) from = at
    } else at++
  }
  kept.push(text.slice(depth > 0 ? outermost : from))
  return kept.join('')
}

/** Links to files and categories go with their captions, which may hold links of their own. */
function withoutFiles(text: string): string {
  const start =
    /\[\[\s*(?:file|image|category|datei|bild|kategorie|fichier|catégorie|archivo|categoría)\s*:/iy
  const kept: string[] = []
  let from = 0
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', at)) {
    start.lastIndex = at
    if (!start.test(text)) {
      at += 2
      continue
    }
    const end = closingOf(text, at)
    kept.push(text.slice(from, at))
    at = from = end
  }
  kept.push(text.slice(from))
  return kept.join('')
}

function closingOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('[[', at)) {
      depth++
      at++
    } else if (text.startsWith(']]', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    } else if (text[at] === '\n' && text[at + 1] === '\n') return at
  }
  return text.length
}
