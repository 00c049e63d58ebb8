import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { segment } from '../contents/extract/blocks.ts'
import { bodyOf } from '../contents/extract/read-page.ts'
import { parseHtml } from '../contents/extract/parse-html.ts'
import { labelBlocks } from './extraction-labels.ts'
import { extractionQuality } from './quality-extraction.ts'

const folder = mkdtempSync(join(tmpdir(), 'winnow-quality-'))
afterAll(() => rmSync(folder, { recursive: true }))

const story = Array.from(
  { length: 6 },
  (_, at) =>
    `Paragraph ${at} says, at some length and with commas, what the story has to say about the river.`,
)
const html = `<html><head><title>Rivers</title></head><body><nav><a href="/">Home</a> <a href="/b">Sign in now</a></nav>
  <article><h1>Rivers</h1><p>${story.join('</p><p>')}</p></article><footer>All rights reserved</footer></body></html>`

test('scores both extractors, by split and kind', () => {
  mkdirSync(join(folder, 'html'))
  mkdirSync(join(folder, 'truth'))
  const truth = {
    url: 'https://a.example/rivers',
    pageType: 'article',
    title: 'Rivers',
    mainContent: story.join('\n'),
    with: [story[2]],
    without: ['Sign in now', 'All rights reserved'],
  }
  for (const id of ['0001', '0002', '0003', '0004', '0005', '0006']) {
    writeFileSync(join(folder, 'html', `${id}.html.gz`), gzipSync(html))
    writeFileSync(join(folder, 'truth', `${id}.json`), JSON.stringify(truth))
  }
  const rows = extractionQuality(folder)
  const all = rows.find(({ split, kind }) => split === 'all' && kind === 'all')
  expect(all).toMatchObject({
    pages: 6,
    ours: { wanted: 1, unwanted: 0, title: 1 },
    readability: { wanted: 1 },
  })
  expect(all?.ours.f1).toBeGreaterThan(0.95)
  const pagesOf = (split: string) =>
    rows.find((row) => row.split === split && row.kind === 'article')?.pages ?? 0
  expect(pagesOf('held out') + pagesOf('tuned')).toBe(6)
})

test('the blocks that the reader took are told from those that only sound alike', () => {
  const { blocks } = segment(bodyOf(parseHtml(html).document))
  const taken = labelBlocks(blocks, story.join('\n'))
  expect(blocks.filter((_, at) => taken[at]).map(({ text }) => text)).toEqual(story)
})
