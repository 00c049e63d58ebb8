/** What another server answered: its shape is a promise of somebody else, so every field is looked at before use. */
export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (value: unknown): Json => (isJson(value) ? value : {})

export const records = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** The named fields in this order; one that is absent is null, so that what is shown always has the same fields. */
export const pick = (from: Json, names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(' ').map((name) => [name, from[name] ?? null]))

/** The named fields that are there. */
export const pickPresent = (from: Json, names: string): Record<string, unknown> =>
  Object.fromEntries(
    names
      .split(' ')
      .filter((name) => from[name] !== undefined)
      .map((name) => [name, from[name]]),
  )

export const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
