import type { z } from 'zod'
import type { Mode } from './compat.ts'
import { Failure, pathOf, stepInto, toIssues } from './failure.ts'
import { isJson, type Json } from './json.ts'

/** Checks arguments by the schema. In safe mode keys that nobody knows are dropped, and named. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  args: Json,
  mode: Mode,
  warn: (warning: string) => void,
): z.output<Schema> {
  const parsed = schema.safeParse(args, { reportInput: true })
  if (parsed.success) return parsed.data
  const unknown =
    mode === 'safe' ? parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys') : []
  if (unknown.length > 0) {
    const left = structuredClone(args)
    for (const { path, keys } of unknown) {
      const holder = path.reduce<unknown>((value, part) => stepInto(value, part), left)
      for (const key of keys) {
        if (isJson(holder)) delete (holder as Record<string, unknown>)[key] // a copy of our own
        warn(`"${pathOf([...path, key])}" is not an argument here and was ignored.`)
      }
    }
    return validate(schema, left, 'strict', warn)
  }
  const issues = toIssues(parsed.error, args)
  throw new Failure('validation', `Invalid arguments: ${issues.map(summary).join('; ')}`, { issues })
}

const summary = ({ path, message }: { path: string; message: string }): string =>
  message.startsWith('"') || path === '' ? message : `"${path}": ${message}`
