import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeBody } from '../contents/extract/decode.ts'
import { extractHtml } from '../contents/extract/index.ts'
import { extractionPages, type LabelledPage } from './extraction-pages.ts'
import { tokens, wordOverlap } from './word-overlap.ts'

interface Extraction {
  readonly text: string
  readonly title: string | null
  readonly author: string | null
  readonly publishedDate: string | null
  readonly kind: string | null
  readonly cpuMs: number
}

interface Measured {
  readonly page: LabelledPage
  readonly ours: Extraction
  readonly readability: Extraction
}

export interface ExtractionScore {
  readonly f1: number
  readonly precision: number
  readonly recall: number
  /** Shares of the sentences that must survive and did, and of those that must not and did. */
  readonly wanted: number
  readonly unwanted: number
  /** Shares of the pages with a known title, author or date that gave exactly that. */
  readonly title: number
  readonly author: number
  readonly publishedDate: number
  /** Share of the pages whose kind was recognised; null for who does not tell kinds. */
  readonly kind: number | null
  readonly cpuMs: number
}

export interface ExtractionRow {
  /** Models were trained on the tuned pages, so that only the held-out third says what to expect elsewhere. */
  readonly split: 'held out' | 'tuned' | 'all'
  readonly kind: string
  readonly pages: number
  readonly ours: ExtractionScore
  readonly readability: ExtractionScore
}

/** Our extraction beside plain Readability, over the same pages in the same run; overall and per page kind. */
export function extractionQuality(folder: string): ExtractionRow[] {
  const measured: Measured[] = []
  for (const page of extractionPages(folder)) {
    measured.push({
      page,
      ours: timed(() => extractOurs(page)),
      readability: timed(() => extractReadability(page)),
    })
  }
  const rows: ExtractionRow[] = []
  for (const split of ['held out', 'tuned', 'all'] as const) {
    const inSplit = measured.filter(({ page }) => split === 'all' || page.heldOut === (split === 'held out'))
    const kinds = [...new Set(inSplit.map(({ page }) => page.truth.pageType))].toSorted()
    for (const kind of ['all', ...kinds]) {
      const pages = inSplit.filter(({ page }) => kind === 'all' || page.truth.pageType === kind)
      rows.push({
        split,
        kind,
        pages: pages.length,
        ours: scoreOf(pages, ({ ours }) => ours),
        readability: scoreOf(pages, ({ readability }) => readability),
      })
    }
  }
  return rows
}

function extractOurs({ html, truth }: LabelledPage): Omit<Extraction, 'cpuMs'> {
  return extractHtml({ url: truth.url || 'https://unknown.invalid/', body: html })
}

function extractReadability({ html }: LabelledPage): Omit<Extraction, 'cpuMs'> {
  const { document } = parseHTML(decodeBody(html, null))
  const article = new Readability(document).parse()
  return {
    text: article?.textContent ?? '',
    title: article?.title ?? null,
    author: article?.byline ?? null,
    publishedDate: article?.publishedTime ?? null,
    kind: null,
  }
}

function timed(run: () => Omit<Extraction, 'cpuMs'>): Extraction {
  const before = process.cpuUsage()
  const { text, title, author, publishedDate, kind } = run()
  const { user, system } = process.cpuUsage(before)
  return { text, title, author, publishedDate, kind, cpuMs: (user + system) / 1000 }
}

function scoreOf(measured: readonly Measured[], side: (one: Measured) => Extraction): ExtractionScore {
  const overlaps = measured.map((one) =>
    wordOverlap(tokens(side(one).text), tokens(one.page.truth.mainContent ?? '')),
  )
  const known = (
    field: 'title' | 'author' | 'publishedDate',
    same: (found: string, expected: string) => boolean,
  ): number =>
    mean(
      measured.flatMap((one) => {
        const expected = one.page.truth[field]
        return expected ? [same(side(one)[field] ?? '', expected) ? 1 : 0] : []
      }),
    )
  const survival = (sentences: 'with' | 'without'): number =>
    mean(
      measured.flatMap((one) => {
        const text = one.page.truth[sentences] ?? []
        const found = squeeze(side(one).text)
        return text.map((sentence) => (found.includes(squeeze(sentence)) ? 1 : 0))
      }),
    )
  const kinds = measured.filter((one) => side(one).kind !== null)
  return {
    f1: mean(overlaps.map(({ f1 }) => f1)),
    precision: mean(overlaps.map(({ precision }) => precision)),
    recall: mean(overlaps.map(({ recall }) => recall)),
    wanted: survival('with'),
    unwanted: survival('without'),
    title: known('title', (found, expected) => squeeze(found) === squeeze(expected)),
    author: known('author', (found, expected) => squeeze(found) === squeeze(expected)),
    publishedDate: known('publishedDate', (found, expected) => found.slice(0, 10) === expected.slice(0, 10)),
    kind:
      kinds.length > 0
        ? mean(kinds.map((one) => (side(one).kind === one.page.truth.pageType ? 1 : 0)))
        : null,
    cpuMs: mean(measured.map((one) => side(one).cpuMs)),
  }
}

const squeeze = (text: string): string => tokens(text).join(' ')
const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
