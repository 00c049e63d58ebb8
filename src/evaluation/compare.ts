import type { FieldCase } from './cases.ts'

/** Whether the values are those of the case: all of them and no others, in any order. */
export function sameValues(values: readonly string[] | null, given: FieldCase): boolean {
  if (values === null || given.truth === null) return values === given.truth
  const normalise = (value: string) => normalised(value, given.format ?? 'text')
  const wanted = given.truth.map(normalise)
  const got = values.map(normalise)
  if (got.length === wanted.length && got.every((value) => wanted.includes(value))) return true
  const accepted = (given.accepted ?? []).map(normalise)
  return got.length === 1 && accepted.includes(got[0] ?? '')
}

/** What differs in spelling alone is the same: case, a trailing slash, `1.0` and `1`. */
function normalised(value: string, format: string): string {
  const text = value.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
  if (format === 'number') return String(Number(text.replaceAll(',', '')))
  if (format === 'url') return text.replace(/\/$/, '')
  if (format === 'phone') return text.replaceAll(/[^+\d]/g, '')
  return text
}

export function containsAll(text: string, parts: readonly string[]): boolean {
  const said = text.toLowerCase()
  return parts.every((part) => said.includes(part.toLowerCase()))
}
