// Compiles sample/source/truth into the JSON files of truth/, here or in the folder named, and checks every
// quote on the way. Reads the pages that build.mjs has rendered here.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageText } from './generator/page-text.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const out = process.argv[2] ?? root
const { clock, pages } = JSON.parse(readFileSync(join(root, 'sites.json'), 'utf8'))
const lines = (name) =>
  readFileSync(join(root, 'source', 'truth', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
const row = (line) => line.split('|').map((cell) => cell.trim())
const list = (text, separator) => (text ? text.split(separator).map((part) => part.trim()) : [])

const hosts = Object.fromEntries(lines('aliases').map((line) => line.split(' = ')))
const documents = pages.filter((page) => !page.auxiliary)
const problems = []

/** `k:/about` or `hw:correction-tidewright`: the page of that site whose path is, or else ends with, the rest. */
function pageOf(reference) {
  const at = reference.indexOf(':')
  const tail = reference.slice(at + 1)
  const origin = `https://${hosts[reference.slice(0, at)]}`
  const own = documents.filter((page) => page.url.startsWith(`${origin}/`))
  const exact = own.find((page) => page.url === origin + tail)
  const found = exact ?? own.find((page) => page.url.endsWith(`/${tail}`) && !page.url.includes('/print/'))
  if (!found) throw new Error(`no page for ${reference}`)
  return found
}
const urlsOf = (references) => list(references, ', ').map((reference) => pageOf(reference).url)

const texts = new Map()
function textOf(url) {
  const page = documents.find((candidate) => candidate.url === url)
  if (!texts.has(url)) texts.set(url, pageText(readFileSync(join(root, page.file)), page.contentType))
  return texts.get(url)
}

/** Which of the pages holds each quote. */
const quotesIn = (id, text, urls) =>
  list(text, ' ~~ ').map((quote) => {
    const url = urls.find((candidate) => textOf(candidate).includes(quote))
    if (!url) problems.push(`${id}: not found: ${quote}`)
    return { url: url ?? null, quote }
  })

function readEntities() {
  const entities = []
  for (const line of lines('entities')) {
    if (!line.startsWith('  ')) {
      const [id, type, name, references] = row(line)
      const [url, ...alternates] = urlsOf(references)
      entities.push({ id, type, name, url, ...(alternates.length > 0 ? { alternates } : {}), attributes: [] })
      continue
    }
    const [, attribute, value, references] = /^ {2}(\w+) = (.*) @ (.*)$/.exec(line)
    entities.at(-1).attributes.push({ attribute, value, urls: urlsOf(references) })
  }
  return entities
}

/** Papers and articles describe themselves: their attributes stand in the head of their page. */
function readPublications() {
  return documents.flatMap((page) => {
    if (page.url.includes('/print/') || page.contentType === 'application/pdf') return []
    const html = readFileSync(join(root, page.file), page.contentType.includes('8859') ? 'latin1' : 'utf8')
    const meta = (name) =>
      [...html.matchAll(new RegExp(`<meta name="${name}" content="([^"]*)"`, 'g'))].map((match) => match[1])
    const attribute = (name, value) => ({ attribute: name, value, urls: [page.url] })
    const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
    const segment = new URL(page.url).pathname.split('/').at(-1)
    const [doi] = meta('citation_doi')
    if (doi) {
      const attributes = [
        attribute('doi', doi),
        attribute('published', page.published),
        attribute('authors', meta('citation_author').join('; ')),
      ]
      return [
        { id: segment, type: 'research_paper', name: meta('citation_title')[0], url: page.url, attributes },
      ]
    }
    const newspapers = ['hw', 'sp', 'rk', 're']
    if (!page.published || !newspapers.some((alias) => page.url.includes(`//${hosts[alias]}/`))) return []
    const id = new URL(page.url).searchParams.has('id')
      ? `re-${new URL(page.url).searchParams.get('id')}`
      : segment.replace('.html', '')
    return [
      {
        id,
        type: 'article',
        name: title.replaceAll('&amp;', '&'),
        url: page.url,
        attributes: [attribute('published', page.published)],
      },
    ]
  })
}

const entities = [...readEntities(), ...readPublications()]
const entityById = new Map(entities.map((entity) => [entity.id, entity]))
if (entityById.size !== entities.length) throw new Error('two entities share an id')

function entityOf(id) {
  const entity = entityById.get(id)
  if (!entity) throw new Error(`no entity ${id}`)
  return { type: entity.type, name: entity.name, url: entity.url }
}

const counters = new Map()
function nextId(prefix, entity) {
  const key = `${prefix}-${entity}`
  counters.set(key, (counters.get(key) ?? 0) + 1)
  return `${key}-${counters.get(key)}`
}

const whyOf = {
  yes: 'The quoted text says so.',
  no: 'The quoted text excludes it.',
  unclear: 'The pages do not say.',
}

const criteria = lines('criteria').map((line) => {
  const [entity, truth, criterion, references, quote, why] = row(line)
  const id = nextId('c', entity)
  const urls = references ? urlsOf(references) : [entityOf(entity).url]
  const quotes = quotesIn(id, quote, urls)
  if (truth !== 'unclear' && quotes.length === 0) problems.push(`${id}: ${truth} without a quote`)
  return { id, clock, criterion, entity: entityOf(entity), urls, truth, why: why || whyOf[truth], quotes }
})

const fields = lines('fields').map((line) => {
  const [entity, kind, description, value, references, quote] = row(line)
  const [format, labels] = kind.split(': ')
  const id = nextId('f', entity)
  const urls = references ? urlsOf(references) : [entityOf(entity).url]
  const [expected, ...accepted] = value.split(' = ')
  const truth = expected === 'null' ? null : list(expected, ' ; ')
  const quotes = quotesIn(id, quote ?? '', urls)
  if (truth && quotes.length === 0) problems.push(`${id}: a value without a quote`)
  return {
    id,
    clock,
    description,
    format,
    ...(labels ? { options: list(labels, '; ').map((label) => ({ label })) } : {}),
    entity: entityOf(entity),
    urls,
    truth,
    ...(accepted.length > 0 ? { accepted } : {}),
    ...(truth ? { quotes } : {}),
  }
})

/** The addresses under which an entity may rightly be listed: its own, a directory's entry, a copy of it. */
function listed(id) {
  if (id.includes(':')) return { name: id, urls: urlsOf(id) }
  const { name, url, alternates = [] } = entityById.get(id)
  const { pathname, origin } = new URL(url)
  const slug = name.toLowerCase().replace(' & ', '-and-').replaceAll(' ', '-')
  const copies = [
    `https://${hosts.fi}/company/${slug}`,
    `${origin}/print${pathname}`,
    url.replace('/abs/', '/pdf/'),
  ]
  const existing = copies.filter((copy) => documents.some((page) => page.url === copy))
  return { name, urls: [...new Set([url, ...alternates, ...existing])] }
}

const websets = lines('websets').map((line) => {
  const [id, type, query, wanted, truth, arguable] = row(line)
  return {
    id,
    clock,
    query,
    entity: { type },
    criteria: list(wanted, ' ;; ').map((description) => ({ description })),
    truth: list(truth, ', ').map(listed),
    arguable: list(arguable, ', ').map(listed),
  }
})

const readQuestions = (name, prefix) =>
  lines(name).map((line, index) => {
    const [kind, question, answer, references, quote] = row(line)
    const id = `${prefix}-${String(index + 1).padStart(2, '0')}`
    const urls = urlsOf(references)
    return {
      id,
      clock,
      kind,
      question,
      urls,
      contains: answer === 'null' ? null : list(answer, ' ; '),
      quotes: quotesIn(id, quote ?? '', urls),
    }
  })
const questions = readQuestions('questions', 'q')
const research = readQuestions('research', 'r')

const queries = lines('queries').map((line, index) => {
  const [query, graded] = row(line)
  const relevant = list(graded, ', ').map((entry) => {
    const at = entry.lastIndexOf(':')
    return { url: pageOf(entry.slice(0, at)).url, grade: Number(entry.slice(at + 1)) }
  })
  return { id: `s-${String(index + 1).padStart(2, '0')}`, query, relevant }
})

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
mkdirSync(join(out, 'truth'), { recursive: true })
for (const [name, cases] of Object.entries({
  entities,
  criteria,
  fields,
  websets,
  questions,
  research,
  queries,
})) {
  const body = cases.map((entry) => JSON.stringify(entry)).join(',\n')
  writeFileSync(join(out, 'truth', `${name}.json`), `[\n${body}\n]\n`)
  console.log(`${cases.length} ${name}`)
}
