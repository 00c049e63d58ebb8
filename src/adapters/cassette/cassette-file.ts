import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { ModelRequest } from '../../ports/language-model.ts'

/**
 * A cassette is a file of lines of JSON: the first names the format and the model, each other one is a call and its
 * outcome. It holds no key and no request, only the hash of one; answers hold what was quoted from pages.
 */
const Heading = z.object({ cassette: z.literal(1), model: z.string() })

export const Recording = z.object({
  key: z.string(),
  /** For people who look into the file. */
  purpose: z.string(),
  answers: z.array(z.unknown()),
  uses: z.array(z.object({ inputTokens: z.number(), outputTokens: z.number() })),
  /** How the call ended, when not well. */
  failure: z.string().optional(),
})
export type Recording = z.output<typeof Recording>

/** What makes two calls the same: everything that the model is told, except what day it is. */
export function keyOf(kind: string, model: string, request: ModelRequest<unknown>): string {
  const { purpose, instructions, prompt, answer } = request
  const canonical = [kind, model, purpose, instructions, prompt, z.toJSONSchema(answer)]
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex')
}

/** Null: there is no such file. A last line that was never finished is as if it had not been begun. */
export async function readCassette(path: string): Promise<{ model: string; recordings: Recording[] } | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new AppError('unavailable', `The cassette ${path} cannot be read: ${error.message}.`, {
      cause: error,
    })
  })
  if (text === null || text === '') return null
  const [first = '', ...others] = text.split('\n').slice(0, -1)
  const { model } = parseLine(Heading, first, path, 1)
  return { model, recordings: others.map((line, at) => parseLine(Recording, line, path, at + 2)) }
}

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw new AppError('unprocessable', `Line ${number} of ${path} is no line of a cassette.`, { cause })
  }
}

export type CassetteWriter = Awaited<ReturnType<typeof openCassetteWriter>>

/** Writes recordings behind each other, each in one piece. */
export async function openCassetteWriter(path: string, model: string, recordings: readonly Recording[]) {
  await mkdir(dirname(path), { recursive: true })
  const lines = [{ cassette: 1, model }, ...recordings].map((line) => `${JSON.stringify(line)}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600 })
  let writing = Promise.resolve()
  return {
    append: (recording: Recording): Promise<void> =>
      (writing = writing.then(() => appendFile(path, `${JSON.stringify(recording)}\n`))),
    close: () => writing,
  }
}
