import type { Category } from './category.ts'
import type { Page } from './page.ts'
import { readStructuredData, textOf } from './structured-data.ts'
import { soberWords, unsafeKinds, unsafeWords, type UnsafeKind } from './unsafe-words.ts'

const readLength = 20_000
/** One word in so many: what a page mentions in passing it does not offer. */
const dense = 1 / 120
/** Such pages speak of everything; one that is more than dense with the words is still what it seems. */
const soberCategories = new Set<Category | null>([
  'news',
  'publication',
  'documentation',
  'financial report',
  'forum',
])

/**
 * Why a page is not for everybody; empty for nearly all. A label of its own decides, else its words, and those only
 * where a page plainly deals in such things: what reports on them, studies them or warns of them is safe.
 */
export function unsafeKindsOf(page: Page, category: Category | null): UnsafeKind[] {
  const text = unquoted(`${page.title ?? ''}\n${page.details.description ?? ''}\n${page.text}`)
  const length = text.match(/\p{L}+/gu)?.length ?? 0
  const sober = text.match(soberWords)?.length ?? 0
  return unsafeKinds.filter((kind) => {
    if (kind === 'adult' && isLabelled(page)) return true
    const { words, least } = unsafeWords[kind]
    const found = text.match(words) ?? []
    const density = found.length / Math.max(length, 30)
    return (
      new Set(found).size >= least &&
      found.length > sober &&
      density >= (soberCategories.has(category) ? 4 * dense : dense)
    )
  })
}

/** The “restricted to adults” label and its relatives, which sites set themselves. */
function isLabelled({ details }: Page): boolean {
  const { meta, openGraph, items } = readStructuredData(details.structured)
  const rating = meta.get('rating') ?? ''
  return (
    /^(?:adult|mature|restricted|xxx|porn)\b|\brta-5042-1996-1400-1577-rta\b/i.test(rating) ||
    /^(?:18|21)\+?$/.test(openGraph.get('restrictions:age') ?? '') ||
    items.some((item) => /^false$/i.test(familyFriendly(item['isFamilyFriendly'])))
  )
}

const familyFriendly = (value: unknown): string => (value === false ? 'false' : (textOf(value) ?? ''))

/** Without what somebody else is quoted with, which is theirs. */
const unquoted = (text: string): string =>
  text
    .slice(0, readLength)
    .toLowerCase()
    .replaceAll(/"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»/g, ' ')
    .replaceAll(/\s+/g, ' ')
