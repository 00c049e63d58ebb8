import type { z } from 'zod'
import { AppError } from './errors.ts'

/** Checks what came from outside. The message names the field, what came and what was expected. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorable(value)
  if (unstorable) {
    const { path, holds } = unstorable
    throw new AppError('invalid_request', `Invalid request body | "${path}": it holds ${holds}.`)
  }
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(explain)
  throw new AppError(
    'invalid_request',
    `Invalid request body | ${problems.map((one) => one.text).join('; ')}`,
    {
      details: { problems: problems.map(({ path, text }) => ({ path, message: text })) },
    },
  )
}

/** The path of a text that PostgreSQL cannot store, and why. Bodies may be nested very deeply. */
function findUnstorable(input: unknown): { path: string; holds: string } | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value: input, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    const inText = typeof value === 'string' && unstorableIn(value)
    if (inText) return { path: path || 'body', holds: inText }
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const inName = unstorableIn(name)
      if (inName) return { path: path || 'body', holds: inName }
      waiting.push({ value: inner, path: path.length < 200 ? (path ? `${path}.${name}` : name) : path })
    }
  }
  return undefined
}

/** Half a pair of surrogates is no character: it comes of cutting a text in two within one. */
const halfPair = /\p{Surrogate}/u

function unstorableIn(text: string): string | undefined {
  if (text.includes('\0')) return 'the character U+0000'
  return halfPair.test(text) ? 'half of a character (an unpaired surrogate)' : undefined
}

function explain(issue: z.core.$ZodIssue): { path: string; text: string } {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
  const field = path.replace(/^\./, '') || 'body'
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return {
    path: field,
    text: missing ? `"${field}" is required` : `"${field}": ${issue.message}${received(issue)}`,
  }
}

/** Shows a short value as it came; a long or structured one only by its kind. */
function received(issue: z.core.$ZodIssue): string {
  const { input } = issue
  // What was no number is called NaN by the message itself.
  if (input === undefined || Number.isNaN(input) || issue.code === 'unrecognized_keys') return ''
  if (typeof input === 'string')
    return input.length <= 60 ? `, received "${input}"` : `, received ${input.length} characters`
  if (typeof input === 'object' && input !== null)
    return `, received ${Array.isArray(input) ? `a list of ${input.length}` : 'an object'}`
  return `, received ${JSON.stringify(input) ?? typeof input}`
}
