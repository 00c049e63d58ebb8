import { ContentsOptions, type Result } from '../contract/contents.ts'
import { renderContext } from './render.ts'

/** What a request wants of each page, and of all in one string: asked for in `contents`, or in its older place beside it. */
interface Asked {
  readonly contents?: ContentsOptions | undefined
  readonly context?: ContentsOptions['context']
}

const { text: wholeText } = ContentsOptions.parse({ text: true })

const contextOf = ({ contents, context }: Asked) => contents?.context ?? context

const showsPages = (contents: ContentsOptions | undefined): boolean =>
  Boolean(contents?.text ?? contents?.highlights ?? contents?.summary)

/** What to bring of each page: its text, too, where only the context is to show it. */
export function contentsToFill(request: Asked): ContentsOptions | undefined {
  const isReadForContext = contextOf(request) && !showsPages(request.contents)
  return isReadForContext ? { ...request.contents, text: wholeText } : request.contents
}

/** The results, and all of them in one string when that was asked for, beside `contents` or in it. */
export function withContext(results: Result[], request: Asked): { results: Result[]; context?: string } {
  const options = contextOf(request)
  if (!options) return { results }
  const context = renderContext(results, options.maxCharacters)
  return { results: showsPages(request.contents) ? results : results.map(withoutText), context }
}

function withoutText(result: Result): Result {
  const { text: _, ...rest } = result
  return rest
}
