import { z } from 'zod'
import { Failure } from '../failure.ts'
import { record, records, text, type Json } from '../json.ts'
import { answered, wire } from '../operations/wire.ts'
import { ExaFetchSuccessSchema } from '../proto/index.ts'
import { cut, parse, tool, type ToolRun } from './tool.ts'

const input = z.object({
  ids: z
    .array(z.string().trim().min(1).max(2048))
    .min(1)
    .max(100)
    .describe('Ids of references that exa_search gave, or URLs: 1 to 100.'),
  maxCharacters: z.int().min(1).optional().describe('How much of each page to bring at most.'),
})

type FetchArgs = Readonly<{ ids: readonly string[]; maxCharacters: number }>

/** Nobody brings more than `maxCharacters` of a page. */
export const createFetchTool = (settings: { readonly maxCharacters: number }) =>
  tool<FetchArgs>({
    name: 'exa_fetch',
    title: 'Read pages',
    description: 'Bring the whole text of pages, by the ids that exa_search gave or by their URLs.',
    class: 'fetch',
    input,
    success: ExaFetchSuccessSchema,
    normalise(given) {
      const { ids, maxCharacters = settings.maxCharacters } = parse(input, given)
      return { ids: [...new Set(ids)], maxCharacters: Math.min(maxCharacters, settings.maxCharacters) }
    },
    async facts({ ids }, run) {
      const urls = (await pagesOf(ids, run)).flatMap(({ url }) => url ?? [])
      return { domains: [...new Set(urls.map((url) => new URL(url).hostname))], results: ids.length }
    },
    async run({ ids, maxCharacters }, run) {
      const { exa } = run
      const pages = await pagesOf(ids, run)
      const urls = pages.flatMap(({ url }) => url ?? [])
      const answer = urls.length > 0 ? await answered(exa.getContents(urls, wire({ text: true }))) : {}
      const find = finder(answer)
      const outcomes = pages.map(({ id, url }) => ({ id, url, page: url === null ? null : find.page(url) }))
      const failed = outcomes.filter(({ page }) => page === null)
      const reasons = failed.map(({ id, url }) => `${id} (${url === null ? 'unknown id' : find.reason(url)})`)
      const note = `Could not be fetched: ${reasons.join(', ')}.`
      if (failed.length === outcomes.length) throw new Failure('upstream', note)
      const contents = outcomes.map(({ id, url, page }) => contentOf(id, url, page, maxCharacters))
      return { contents: failed.length === 0 ? contents : [...contents, noteOf(note)] }
    },
  })

const isUrl = (id: string): boolean => URL.canParse(id) && /^https?:$/.test(new URL(id).protocol)

/** An id and an address may name the same page. */
async function pagesOf(ids: readonly string[], { findReferences }: Pick<ToolRun, 'findReferences'>) {
  const known = await findReferences(ids.filter((id) => !isUrl(id)))
  const pages = ids.map((id) => ({ id, url: isUrl(id) ? id : (known.get(id) ?? null) }))
  return pages.filter(({ url }, at) => url === null || pages.findIndex((other) => other.url === url) === at)
}

/** Results come in the order of the statuses that tell of success, under the addresses where the pages were found. */
function finder(answer: Json) {
  const results = records(answer.results)
  const statuses = records(answer.statuses)
  const succeeded = statuses.filter(({ status }) => status === 'success').map(({ id }) => id)
  const byAddress = new Map(results.flatMap((page) => [[page.id, page] as const, [page.url, page] as const]))
  return {
    page(url: string): Json | null {
      const inOrder = succeeded.length === results.length ? results[succeeded.indexOf(url)] : undefined
      return inOrder ?? byAddress.get(url) ?? null
    },
    reason(url: string): string {
      const { error } = statuses.find(({ id }) => id === url) ?? {}
      return text(record(error).tag) ?? 'not available'
    },
  }
}

function contentOf(id: string, url: string | null, page: Json | null, maxCharacters: number): Json {
  const whole = text(page?.text) ?? ''
  return {
    title: text(page?.title) ?? '',
    url: text(page?.url) ?? url ?? '',
    text: cut(whole, maxCharacters),
    publishedDate: text(page?.publishedDate) ?? '',
    truncated: whole.length > maxCharacters,
    id,
  }
}

/** The last of the contents, where some are missing: it has no address. */
const noteOf = (note: string): Json => ({
  title: 'Note',
  url: '',
  text: note,
  publishedDate: '',
  truncated: false,
  id: '',
})
