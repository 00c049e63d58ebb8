import { readFile } from 'node:fs/promises'
import { CliError, exitCodes } from './cli-error.ts'

/** A file of JSON that a command was given; undefined without one. */
export async function readJson<T = object>(file: string | undefined): Promise<T | undefined> {
  if (file === undefined) return undefined
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T // the server checks it
  } catch (cause) {
    throw new CliError(`${file} cannot be read as JSON: ${String(cause)}`, undefined, {
      cause,
      exitCode: exitCodes.usage,
    })
  }
}
