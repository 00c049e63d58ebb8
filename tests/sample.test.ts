import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageText } from '../sample/generator/page-text.mjs'
import { readSampleManifest, sampleFolder } from './harness/sample-manifest.ts'
import { readSampleTruth } from './harness/sample-truth.ts'

const manifest = readSampleManifest()
const truth = readSampleTruth()
const documents = new Map(
  manifest.pages
    .filter((page) => !page.auxiliary)
    .map((page) => [page.url, pageText(readFileSync(join(sampleFolder, page.file)), page.contentType)]),
)

const validFormat: Record<string, RegExp> = {
  date: /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
  number: /^\d+(\.\d+)?$/,
  email: /^[\w.]+@[\w.-]+\.example$/,
  phone: /^\+[1-9]\d{6,14}$/,
  url: /^https:\/\/[\w.-]+\.example(\/|$)/,
  text: /\S/,
  options: /\S/,
}

const missing = (quotes: { url: string; quote: string }[]) =>
  quotes.filter(({ url, quote }) => !documents.get(url)?.includes(quote))

describe('the sample web', () => {
  it('has the size and variety it promises', () => {
    const languages = manifest.pages.map((page) => page.language)
    expect(documents.size).toBeGreaterThanOrEqual(150)
    expect(new Set([...documents.keys()].map((url) => new URL(url).host)).size).toBeGreaterThanOrEqual(12)
    expect(languages.filter((language) => language === 'de').length).toBeGreaterThanOrEqual(8)
    expect(languages.filter((language) => language === 'fr').length).toBeGreaterThanOrEqual(6)
    expect(
      manifest.pages.filter((page) => page.contentType === 'application/pdf').length,
    ).toBeGreaterThanOrEqual(3)
    expect(new Set(manifest.pages.map((page) => page.url)).size).toBe(manifest.pages.length)
  })

  it('lies entirely before its own clock and under .example', () => {
    for (const page of manifest.pages) {
      expect([page.url, page.lastModified <= manifest.clock]).toEqual([page.url, true])
      expect(new URL(page.url).hostname).toMatch(/\.example$/)
    }
  })

  it('is what its sources render to, byte for byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-sample-'))
    try {
      for (const program of ['build.mjs', 'truth.mjs']) {
        execFileSync(process.execPath, [join(sampleFolder, program), folder])
      }
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const fresh = join(entry.parentPath, entry.name)
        const committed = join(sampleFolder, fresh.slice(folder.length))
        expect([fresh, readFileSync(fresh).equals(readFileSync(committed))]).toEqual([fresh, true])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the truth table', () => {
  it('is large enough, with a third undecidable or absent', () => {
    const unclear = truth.criteria.filter((entry) => entry.truth === 'unclear').length
    const absent = truth.fields.filter((entry) => entry.truth === null).length
    expect(truth.criteria.length).toBeGreaterThanOrEqual(320)
    expect(truth.fields.length).toBeGreaterThanOrEqual(320)
    expect(unclear / truth.criteria.length).toBeCloseTo(1 / 3, 1)
    expect(absent / truth.fields.length).toBeCloseTo(1 / 3, 1)
    expect(truth.websets).toHaveLength(10)
    expect(new Set(truth.websets.map((entry) => entry.entity.type)).size).toBe(4)
    expect(truth.questions).toHaveLength(20)
    expect(truth.queries.length).toBeGreaterThanOrEqual(30)
  })

  it('gives every case an id of its own', () => {
    const cases = [truth.criteria, truth.fields, truth.websets, truth.questions, truth.queries].flat()
    const ids = cases.map((entry) => entry.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('refers only to pages that exist', () => {
    const urls = [
      ...truth.entities.flatMap((entity) => [entity.url, ...entity.attributes.flatMap(({ urls }) => urls)]),
      ...[...truth.criteria, ...truth.fields].flatMap((entry) => [entry.entity.url, ...entry.urls]),
      ...truth.websets.flatMap((entry) => [...entry.truth, ...entry.arguable].flatMap(({ urls }) => urls)),
      ...truth.questions.flatMap((entry) => entry.urls),
      ...truth.queries.flatMap((entry) => entry.relevant.map(({ url }) => url)),
    ]
    expect(urls.filter((url) => !documents.has(url))).toEqual([])
  })

  it('quotes verbatim whatever it decides', () => {
    for (const { id, truth: verdict, quotes, urls } of truth.criteria) {
      expect([id, missing(quotes)]).toEqual([id, []])
      expect([id, verdict === 'unclear' || quotes.length > 0]).toEqual([id, true])
      expect([id, quotes.every(({ url }) => urls.includes(url))]).toEqual([id, true])
    }
    for (const { id, truth: value, quotes = [], urls } of truth.fields) {
      expect([id, missing(quotes)]).toEqual([id, []])
      expect([id, value === null || quotes.length > 0]).toEqual([id, true])
      expect([id, quotes.every(({ url }) => urls.includes(url))]).toEqual([id, true])
    }
    for (const { id, contains, quotes } of truth.questions) {
      expect([id, missing(quotes)]).toEqual([id, []])
      expect([id, contains === null || quotes.length > 0]).toEqual([id, true])
    }
  })

  it('states values in the form of their format', () => {
    for (const { id, format, options, truth: values } of truth.fields) {
      for (const value of values ?? []) {
        expect([id, value, validFormat[format]?.test(value)]).toEqual([id, value, true])
      }
      if (format !== 'options') continue
      const labels = options?.map(({ label }) => label) ?? []
      expect([id, labels.length >= 2]).toEqual([id, true])
      expect([id, (values ?? []).every((value) => labels.includes(value))]).toEqual([id, true])
    }
  })
})
