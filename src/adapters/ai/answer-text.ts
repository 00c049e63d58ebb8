import { z } from 'zod'

/** Why a text is not the answer that was asked for. */
export class UselessAnswer extends Error {
  /** Whether it only ends too early: then asking in another way would not help. */
  readonly isCut: boolean
  constructor(message: string, isCut: boolean) {
    super(message)
    this.isCut = isCut
  }
}

/**
 * The object in a text. Models think aloud first, or wrap it in a fence of code, when words alone tell them what is
 * wanted; what stands around the object is left out, and nothing inside is mended.
 */
export function readAnswer<T>(text: string, answer: z.ZodType<T>): T {
  const said = withoutThoughts(text)
  const start = said.indexOf('{')
  if (start === -1) throw new UselessAnswer('it answered something else than an object', false)
  const end = endOfObject(said, start)
  if (end === -1) throw new UselessAnswer('its answer breaks off', true)
  return readObject(said.slice(start, end), answer)
}

function readObject<T>(text: string, answer: z.ZodType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UselessAnswer('its answer is not JSON', false)
  }
  const parsed = answer.safeParse(value)
  if (parsed.success) return parsed.data
  throw new UselessAnswer(
    `its answer has not the form that was asked for: ${firstIssue(parsed.error)}`,
    false,
  )
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `${issue.path.join('.') || 'the whole'}, ${issue.message}` : 'unknown'

/** An object that holds a list: JSON needs one around it, and strict schemas too. */
export const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) })

/** Reads the items of `listOf` off a text that is still being written. */
export function createListReader<T>(item: z.ZodType<T>) {
  let text = ''
  let at = -1
  let isComplete = false

  return {
    /** What is complete by now and was not before. */
    *read(more: string): Generator<T> {
      text += more
      if (at === -1) {
        const opening = /"items"\s*:\s*\[/.exec(withoutThoughts(text))
        if (!opening) return
        text = withoutThoughts(text)
        at = opening.index + opening[0].length
      }
      while (!isComplete) {
        while (/[\s,]/.test(text[at] ?? '')) at += 1
        if (text[at] === ']') isComplete = true
        if (text[at] === undefined || isComplete) return
        if (text[at] !== '{') throw new UselessAnswer('its list holds something else than objects', false)
        const end = endOfObject(text, at)
        if (end === -1) return
        const object = readObject(text.slice(at, end), item)
        at = end
        yield object
      }
    },
    /** Throws when the list is not complete. */
    finish(): void {
      if (isComplete) return
      throw at === -1
        ? new UselessAnswer('it answered something else than a list of objects', false)
        : new UselessAnswer('its answer breaks off', true)
    },
  }
}

/** Where the object that begins here ends, or -1 when it does not. Braces in texts do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfText(text, at)
      if (at === -1) return -1
    } else if (letter === '{') depth += 1
    else if (letter === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Where the quotation mark stands that ends the text beginning here. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return -1
}

/** Some models that think first do it in the answer itself. An unfinished thought says nothing yet. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[^]*?(?:<\/think>|$)/, '')
