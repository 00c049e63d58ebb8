import { expect, test } from 'vitest'
import type { Page } from '../../ports/extractor.ts'
import { extractPage } from './extract-page.ts'
import { extractPdf } from './extract-pdf.ts'

interface Line {
  readonly text: string
  readonly y: number
  readonly size?: number
  readonly x?: number
}

/** A small PDF: one content stream per page, the standard font, and a cross-reference table that fits. */
function pdf(pages: readonly (readonly Line[])[], extra: { info?: string; trailer?: string } = {}): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const kids: number[] = []
  for (const lines of pages) {
    const content = lines
      .map(({ text, x = 72, y, size = 11 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`)
      .join('\n')
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const stream = objects.length
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    kids.push(objects.length)
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
  objects.push(`<< ${extra.info ?? ''} >>`)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R ${extra.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

const url = 'https://papers.example/one.pdf'
const read = (body: Buffer): Promise<Page> => extractPage({ url, contentType: 'application/pdf', body })
const running = (page: number): Line[] => [
  { text: 'Journal of Rivers, volume 12', y: 800, size: 9 },
  { text: `Page ${page}`, y: 40, size: 9 },
]

test('paragraphs are whole, parted words joined, and headings told by their size', async () => {
  const page = await read(
    pdf(
      [
        [
          { text: 'On the Depth of Rivers', y: 770, size: 20 },
          {
            text: 'We measured the depth of eleven rivers over a period of forty years and found that',
            y: 730,
          },
          { text: 'all of them had become shallower, which we attribute to the construc-', y: 716 },
          { text: 'tion of dams in their upper courses.', y: 702 },
          { text: 'A second paragraph stands apart from the first one, and says little.', y: 670 },
        ],
      ],
      { info: `/Author (Ada Lark) /Title (On the Depth of Rivers) /CreationDate (D:20240131120000+01'00')` },
    ),
  )
  expect(page).toMatchObject({
    kind: 'document',
    mediaType: 'pdf',
    title: 'On the Depth of Rivers',
    author: 'Ada Lark',
    publishedDate: '2024-01-31T11:00:00.000Z',
    pageStarts: [0],
    truncated: false,
  })
  expect(page.headings).toMatchObject([{ level: 1, text: 'On the Depth of Rivers', start: 0 }])
  expect(page.text).toContain(
    'found that all of them had become shallower, which we attribute to the construction of dams',
  )
  expect(page.text).toContain('upper courses.\n\nA second paragraph')
})

test('pages begin where pageStarts says, without what runs along their edges', async () => {
  const body = ['The first page ends here.', 'The second page is short.', 'The third page is the last.']
  const page = await read(
    pdf(
      body.map((text, at) => [...running(at + 1).slice(0, 1), { text, y: 700 }, ...running(at + 1).slice(1)]),
    ),
  )
  expect(page.pageStarts.map((start) => page.text.slice(start).split('\n', 1)[0])).toEqual(body)
  expect(page.text).not.toMatch(/Journal of Rivers|Page \d/)
})

test('a title that is a file name is not one', async () => {
  const lines = [
    { text: 'A Plain Heading', y: 770, size: 18 },
    { text: 'And a line of ordinary text below it.', y: 730 },
  ]
  expect((await read(pdf([lines], { info: '/Title (Microsoft Word - draft3.doc)' }))).title).toBe(
    'A Plain Heading',
  )
})

test('a PDF behind another type or none is still found', async () => {
  const body = pdf([[{ text: 'Some words.', y: 700 }]])
  expect((await extractPage({ url, contentType: 'text/html', body })).mediaType).toBe('pdf')
  expect((await extractPage({ url, body })).mediaType).toBe('pdf')
})

test('long documents are cut at the limit, and say so', async () => {
  const body = pdf(Array.from({ length: 5 }, (_, at) => [{ text: `This is page ${at + 1}.`, y: 700 }]))
  const page = await extractPdf({ url, body }, { maxPages: 2, maxCharacters: 1000 })
  expect(page.truncated).toBe(true)
  expect(page.pageStarts).toHaveLength(2)
})

test('encrypted, broken and oversized documents end in clear errors', async () => {
  const encrypted = pdf([[{ text: 'secret', y: 700 }]], {
    trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
  })
  await expect(read(encrypted)).rejects.toMatchObject({ code: 'unprocessable', reason: 'PDF_ENCRYPTED' })
  const broken = Buffer.from('%PDF-1.7\nthis is not one')
  await expect(read(broken)).rejects.toMatchObject({ code: 'unprocessable', reason: 'PDF_UNREADABLE' })
  const notEvenStarted = Buffer.from('hello')
  await expect(read(notEvenStarted)).rejects.toMatchObject({ code: 'unprocessable' })
  const huge = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(65 * 1024 * 1024)])
  await expect(read(huge)).rejects.toMatchObject({ code: 'too_large' })
  // And the next one is read as if nothing had happened.
  expect((await read(pdf([[{ text: 'Still here.', y: 700 }]]))).text).toBe('Still here.')
})
