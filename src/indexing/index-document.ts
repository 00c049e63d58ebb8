import { createHash } from 'node:crypto'
import { publicTeamId, type Document } from '../documents/index.ts'
import { countryOf } from '../entities/index.ts'
import type { IndexDocument } from '../ports/search-index.ts'
import { splitPassages } from '../search/index.ts'

/** A document as the index sees it; made from the records alone, so it can always be made again. */
export function toIndexDocument(document: Document): IndexDocument {
  return {
    id: document.id,
    version: document.version,
    url: document.url,
    canonicalUrl: document.url,
    title: document.title,
    language: document.language?.slice(0, 2).toLowerCase() ?? null,
    country: countryOf(document),
    kind: document.category ?? document.kind,
    visibility: document.teamId === publicTeamId ? 'public' : document.teamId,
    publishedAt: document.publishedAt?.getTime() ?? null,
    crawledAt: document.fetchedAt.getTime(),
    contentHash: textHash(document.text),
    flags: flagsOf(document),
    passages: passagesOf(document),
  }
}

const flagsOf = ({ details }: Document): string[] => [
  ...(details.contentType === 'application/pdf' ? ['pdf'] : []),
  ...(details.unsafe?.length ? ['unsafe'] : []),
]

/** A page without title and text is found by the words of its address: the index has something of every document. */
function passagesOf(document: Document): IndexDocument['passages'] {
  const passages = splitPassages(document)
  return passages.length > 0 ? passages : [{ ordinal: 0, start: 0, end: 0, text: document.url }]
}

/** Of the words alone: a copy on another site differs in white space and marks, not in what it says. */
function textHash(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words ? createHash('sha256').update(words.join(' ')).digest('base64url').slice(0, 22) : ''
}
