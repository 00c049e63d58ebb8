/**
 * Writes the pages of `corpus/*.txt` as the product reads them, one on a line: `node pages.mjs` after `npm run build`.
 * What a heading, a question or the head of a table says is part of the sentences under it, there as here.
 */
import { createWriteStream } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { openTokenizer } from '../../dist/adapters/small-bert/model-files.js'
import { openNearest } from '../../dist/adapters/small-bert/open-nearest.js'
import { glossText } from '../../dist/reader/extractive/gloss/gloss-text.js'
import { glossedLanguages } from '../../dist/reader/extractive/gloss/word-list.js'
import { readSentences } from '../../dist/reader/extractive/sentences.js'

const labels = { '+': 0, '-': 1, '?': 2 }
/** Of the sentences that come nearest to a claim so many are told. */
const mostNear = 8

const tokenizer = await openTokenizer()
const tokensOf = (text) => tokenizer.encode(text).ids.slice(1, -1)
const nearest = await openNearest()

const folder = new URL('corpus/', import.meta.url)
const written = new URL('pages.jsonl.part', import.meta.url)
const out = createWriteStream(written)
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted())
  for (const page of pagesIn(await readFile(new URL(file, folder), 'utf8')).filter(isReadable))
    out.write(`${JSON.stringify({ file, ...asRead(page) })}\n`)
// Whole or not at all: a training that runs reads it again when it changes.
out.end(() => void rename(written, new URL('pages.jsonl', import.meta.url)))

/** The pages of a file: name, lines, and the claims about it. */
function pagesIn(text) {
  const pages = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [kind, name, ...more] = line.split('|')
    if (kind.startsWith('# ') && more.length === 2)
      pages.push({ name: name.trim(), language: more[1].trim(), lines: [], claims: [] })
    else if (/^[+\-?] /.test(line)) {
      const [claim, quote = ''] = line.slice(2).split(/\|\|(.*)/s)
      pages.at(-1).claims.push({ claim: claim.trim(), label: labels[line[0]], quote: quote.trim() })
    } else if (line !== '') pages.at(-1)?.lines.push(line)
  }
  return pages
}

/** Languages that the product does not put into English it does not put to the model. */
function isReadable({ language }) {
  return language === 'en' || glossedLanguages.includes(language)
}

/** Pages in other languages are read in rough English; quotes are looked for as the page has them. */
function asRead({ name, language, lines, claims }) {
  const text = markdownOf(lines)
  const rough = language === 'en' ? null : glossText(text, language, [name, ...name.split(' ')])
  const read = readSentences({ text: rough?.text ?? text, title: name, language: 'en' })
  const asItStands = (stretch) =>
    rough ? { ...stretch, ...rough.origin(stretch.start, stretch.end) } : stretch
  const sentences = read.map((one) => ({ ...asItStands(one), heads: one.heads.map(asItStands) }))
  const tokens = sentences.map((sentence) => tokensOf(sentence.text))
  return {
    name,
    nameTokens: tokensOf(`${name}:`),
    tokens,
    cases: claims
      .map(({ claim, label, quote }) => [
        claim,
        label,
        quote === '' ? [] : placesOf(quote, text, sentences),
        nearest(tokensOf(claim), tokens).slice(0, mostNear),
      ])
      .filter(([, label, places]) => places.length > 0 || label === labels['?']),
  }
}

/** The sentences that a quote reaches into, or that are read with what it stands in. */
function placesOf(quote, text, sentences) {
  const start = text.indexOf(quote)
  if (start < 0) return []
  const isMet = (stretch) => stretch.start < start + quote.length && stretch.end > start
  const places = (meets) => sentences.flatMap((sentence, place) => (meets(sentence) ? [place] : []))
  const own = places(isMet)
  return own.length > 0 ? own : places(({ heads }) => heads.some(isMet))
}

function isRow(line) {
  return line?.includes(' | ') ?? false
}

function markdownOf(lines) {
  return lines
    .map((line, at) => {
      const [before, next] = [lines[at - 1], lines[at + 1]]
      if (isRow(line)) {
        const cells = line.split(' | ')
        const isMenu = at < 3 && !isRow(before) && !isRow(next) && cells.length >= 3 && !/\d/.test(line)
        return isMenu ? '' : `${isRow(before) ? '' : '\n'}| ${cells.join(' | ')} |`
      }
      if (line.startsWith('•')) return line.replace(/^•\s*/, '- ')
      return isHeading(line, next) ? `\n${at === 0 ? '#' : '##'} ${line}\n` : `\n${line}\n`
    })
    .join('\n')
}

/** A short line without an end, above a longer one. */
function isHeading(line, next) {
  return (
    next !== undefined &&
    line.length <= 70 &&
    line.split(' ').length <= 9 &&
    !/[.!…:;,”"]$|^[-*\d]|: /.test(line) &&
    (next.length > line.length || next.includes(' | ') || next.startsWith('•'))
  )
}
