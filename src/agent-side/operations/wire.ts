import { record, type Json } from '../json.ts'

/**
 * The client's types spell the words of the API as enums, which no text satisfies, and lag behind the API here and
 * there. What is sent has been checked by the operation's own schema.
 */
export const wire = (value: unknown): never => value as never

/** The client puts ids into paths as they are. */
export const inPath = encodeURIComponent

/** What was answered, as something whose fields are looked at one by one. */
export const answered = async (answer: Promise<unknown>): Promise<Json> => record(await answer)

/** Without the fields that were left out, so that nothing is sent that nobody said. */
export const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
