import type { Reference } from '../../contract/webset-shapes.ts'
import { evaluationsOf } from '../../websets/index.ts'
import type { Snapshot } from '../snapshot.ts'
import { lineOf, referenceOf, said } from './cells.ts'

const verdicts = { yes: 'yes', no: '**no**', unclear: 'unclear' } as const

/** A report for people: what was looked for, and of each item what it is and what that rests on. */
export async function* markdown(snapshot: Snapshot, evidence: boolean): AsyncGenerator<string> {
  const { webset, searches, enrichments, items } = snapshot
  yield `# ${plain(webset.title ?? searches[0]?.query ?? webset.id)}\n\n`
  yield `${items} ${items === 1 ? 'item' : 'items'}, as of ${webset.updated_at.toISOString()}.\n\n`
  for (const { query, criteria, status, found, analyzed } of searches) {
    yield `- Search: ${plain(query)} (${status}, ${found} found of ${analyzed} looked at)\n`
    for (const criterion of criteria) yield `  - ${plain(criterion)}\n`
  }
  for (const { description, format } of enrichments) yield `- Column: ${plain(description)} (${format})\n`

  const descriptions = new Map(enrichments.map(({ id, description }) => [id, description]))
  for await (const item of snapshot.eachItem()) {
    const { results } = lineOf(snapshot, item)
    yield `\n## ${plain(item.name)}\n\n${addressed(String(item.properties.url))}\n\n`
    const description = plain(said(item.properties.description))
    if (description !== '') yield `${description}\n\n`
    for (const { criterion, satisfied, reasoning, citations } of evaluationsOf(item)) {
      yield `- ${plain(criterion)}: ${verdicts[satisfied]}. ${plain(reasoning)}\n`
      if (evidence) yield quotes(citations.map(referenceOf))
    }
    for (const { enrichmentId, result, references } of results) {
      const value = result === null ? '–' : result.map(plain).join(', ')
      yield `- ${plain(descriptions.get(enrichmentId) ?? '')}: ${value}\n`
      if (evidence) yield quotes(references)
    }
  }
}

const quotes = (references: readonly Reference[]): string =>
  references.map(({ url, snippet }) => `  > ${plain(snippet ?? '')}\n  >\n  > ${addressed(url)}\n\n`).join('')

/** What pages say is text, never markup: nothing of it links, embeds, runs or begins a heading. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|!~&$]/g, String.raw`\$&`)
    .replace(/^([-+=]|\d+[.)])/, String.raw`\$1`)

/** An address as a link, if it is one of the web. */
const addressed = (url: string): string => (/^https?:\/\/[^\s<>]+$/i.test(url) ? `<${url}>` : plain(url))
