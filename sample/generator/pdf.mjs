// Writes a small PDF: headings, paragraphs and `a | b | c` table lines in Helvetica, uncompressed, so that the
// same source gives the same bytes everywhere.

const PAGE = { width: 595, height: 842, margin: 64 }

// Widths of Helvetica in thousandths of an em, coarse: enough to break lines inside the margins.
const narrow = new Set(`iljtfrI.,:;'|!()[]-/ `)
const width = (text, size) =>
  ([...text].reduce((sum, char) => sum + (narrow.has(char) ? 310 : /[A-Zmw%€]/.test(char) ? 760 : 556), 0) *
    size) /
  1000

const winAnsi = new Map(Array.from('€‚ƒ„…†‡ˆ‰Š‹Œ').map((char, index) => [char, 0x80 + index]))
for (const [char, code] of Object.entries({
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '™': 0x99,
})) {
  winAnsi.set(char, code)
}

function literal(text) {
  const bytes = [...text].map((char) => {
    const code = winAnsi.get(char) ?? char.codePointAt(0)
    if (code > 255) throw new Error(`no WinAnsi code for ${char}`)
    if (char === '(' || char === ')' || char === '\\') return `\\${char}`
    return code < 128 ? char : `\\${code.toString(8).padStart(3, '0')}`
  })
  return `(${bytes.join('')})`
}

function wrap(text, size) {
  const limit = PAGE.width - 2 * PAGE.margin
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const current = lines.at(-1)
    const longer = current ? `${current} ${word}` : word
    if (width(longer, size) <= limit) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function layOut(source) {
  const pages = [[]]
  let y = PAGE.height - PAGE.margin
  const put = (text, x, font, size) =>
    pages.at(-1).push(`BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`)
  const advance = (by) => {
    y -= by
    if (y < PAGE.margin) {
      pages.push([])
      y = PAGE.height - PAGE.margin
    }
  }
  for (const block of source.trim().split(/\n{2,}/)) {
    const heading = /^(#+) (.*)$/s.exec(block)
    if (block.includes(' | ')) {
      for (const row of block.split('\n')) {
        row.split(' | ').forEach((cell, index) => put(cell.trim(), PAGE.margin + index * 150, 'F1', 10))
        advance(15)
      }
      advance(8)
      continue
    }
    const size = heading ? [0, 20, 14, 12][heading[1].length] : 11
    for (const line of wrap(heading ? heading[2] : block, size)) {
      put(line, PAGE.margin, heading ? 'F2' : 'F1', size)
      advance(Math.round(size * 1.4))
    }
    advance(8)
  }
  return pages.filter((page) => page.length > 0)
}

export function renderPdf({ title, author, date, body }) {
  const pages = layOut(body)
  const stamp = `D:${date.replaceAll('-', '')}090000Z`
  const first = 6
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(title)} /Author ${literal(author)} /CreationDate (${stamp}) /ModDate (${stamp}) >>`,
    ...pages.flatMap((lines, index) => {
      const stream = lines.join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xref = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
