// A small markup language for page sources: blank lines separate blocks, a block's first characters say what
// it is. Each site renders the blocks in its own dialect, so that the sample has as many HTML styles as sites.

const entity = /&(?![a-zA-Z]+;|#\d+;|#x[0-9a-fA-F]+;)/g

export const escape = (text) => text.replace(entity, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const attribute = (text) => escape(text).replace(/"/g, '&quot;')

/** Inline marks: links, bold, italics, code. Other HTML inside a line passes through. */
export function inline(text) {
  const codes = []
  return text
    .replace(/`([^`]+)`/g, (_, code) => `\uE000${codes.push(escape(code)) - 1}\uE000`)
    .replace(entity, '&amp;')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label, url) => `<a href="${attribute(url)}">${label}</a>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\n]+)\*/g, '$1<em>$2</em>')
    .replace(/\uE000(\d+)\uE000/g, (_, index) => `<code>${codes[index]}</code>`)
}

const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

/** How plain, semantic HTML is written; a site overrides the blocks it writes differently. */
const semantic = {
  heading: (level, html) => `<h${level}>${html}</h${level}>`,
  paragraph: (html) => `<p>${html}</p>`,
  list: (tag, items) => `<${tag}>\n${items.map((item) => `  <li>${item}</li>`).join('\n')}\n</${tag}>`,
  quote: (html) => `<blockquote><p>${html}</p></blockquote>`,
  code: (language, text) => `<pre><code class="language-${language || 'text'}">${escape(text)}</code></pre>`,
  table: (head, rows) => {
    const header = head ? `<thead>${line(head, 'th')}</thead>\n` : ''
    return `<table>\n${header}<tbody>\n${rows.map((row) => line(row, 'td')).join('\n')}\n</tbody>\n</table>`
  },
  facts: (pairs) =>
    `<dl>\n${pairs.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}\n</dl>`,
}

const cells = (line) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

function renderBlock(block, dialect) {
  const lines = block.split('\n')
  const first = lines[0]
  const heading = /^(#{1,4}) (.*)$/.exec(first)
  if (heading) return dialect.heading(heading[1].length, inline(heading[2]))
  if (first.startsWith('```')) return dialect.code(first.slice(3).trim(), lines.slice(1, -1).join('\n'))
  if (first.startsWith('<')) return block
  if (first.startsWith('- ')) return dialect.list('ul', items(lines, /^- /))
  if (/^\d+\. /.test(first)) return dialect.list('ol', items(lines, /^\d+\. /))
  if (first.startsWith('> ')) return dialect.quote(inline(lines.map((l) => l.replace(/^> ?/, '')).join(' ')))
  if (first.startsWith('|')) {
    const headed = /^\|[\s|-]+$/.test(lines[1] ?? '')
    return dialect.table(headed ? cells(first) : null, lines.slice(headed ? 2 : 0).map(cells))
  }
  if (lines.every((line) => line.includes(' :: '))) {
    return dialect.facts(lines.map((line) => line.split(' :: ').map(inline)))
  }
  return dialect.paragraph(inline(lines.join('\n')))
}

const items = (lines, marker) => lines.map((line) => inline(line.replace(marker, '')))

export function render(source, overrides = {}) {
  const dialect = { ...semantic, ...overrides }
  const blocks = source.trim().match(/```[\s\S]*?\n```|[^\n]+(?:\n(?!\n|```)[^\n]+)*/g) ?? []
  return blocks.map((block) => renderBlock(block, dialect)).join('\n')
}
