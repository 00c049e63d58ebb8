/**
 * Writes what the product would weigh for the fields of `fields/*.json`, one field on a line: `node candidates.mjs`
 * after `npm run build`. The text around a value is cut here as it is cut there.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { worthOf } from '../../dist/reader/extractive/facts/choose.js'
import { parseAsk, possibleFacts, readSource } from '../../dist/reader/extractive/facts/index.js'
import { readSentences } from '../../dist/reader/extractive/sentences.js'
import { claimOf, contextOf } from '../../dist/reader/extractive/values-by-entailment.js'
import { sameValues } from '../../dist/evaluation/compare.js'

const folder = new URL('fields/', import.meta.url)
const lines = []
for (const name of (await readdir(folder)).filter((each) => each.endsWith('.json'))) {
  const { documents, fields } = JSON.parse(await readFile(new URL(name, folder), 'utf8'))
  const pages = new Map(documents.map((page) => [page.url, documentOf(page)]))
  for (const field of fields)
    lines.push(
      lineOf(
        field,
        field.urls.map((url) => pages.get(url)),
      ),
    )
}
await writeFile(
  new URL('candidates.jsonl', import.meta.url),
  lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
)

function lineOf({ name, type, urls, description, format, truth, options, quote }, documents) {
  const subject = { name, type, url: urls[0] }
  if (format === 'options') {
    const sentences = documents.flatMap((document) => readSentences(document))
    const decides = ({ source, start, end }) =>
      quote !== null && overlaps(source.text.indexOf(quote), quote.length, start, end)
    return {
      name,
      truth,
      claims: options.map((option) => ({ option, claim: claimOf(description, option) })),
      sentences: sentences.map(({ text }) => text),
      places: sentences.flatMap((sentence, place) => (decides(sentence) ? [place] : [])),
    }
  }
  const ask = parseAsk(description, subject, format, undefined)
  const sources = documents.map(readSource)
  const facts = sources.flatMap((source) => possibleFacts(ask, source, subject, sources))
  return {
    name,
    isGiven: truth !== null,
    values: facts.map((fact) => ({
      claim: claimOf(description, fact.source.document.text.slice(fact.start, fact.end)),
      text: contextOf(fact),
      isRight: truth !== null && sameValues([fact.value], { format, truth: [truth], id: '', description }),
      worth: worthOf(ask, fact),
    })),
  }
}

function overlaps(at, length, start, end) {
  return at >= 0 && at < end && at + length > start
}

/** What the reader needs of a stored page. */
function documentOf({ url, title, publishedAt, text }) {
  return {
    id: url,
    url,
    title,
    text,
    version: 1,
    language: 'en',
    host: new URL(url).hostname,
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
    fetchedAt: new Date(publishedAt ?? '2026-06-15'),
    details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
  }
}
