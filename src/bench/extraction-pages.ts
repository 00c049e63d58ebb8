import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const Truth = z.object({
  url: z.string().nullish(),
  pageType: z.string(),
  title: z.string().nullish(),
  author: z.string().nullish(),
  publishedDate: z.string().nullish(),
  mainContent: z.string().nullish(),
  with: z.array(z.string()).nullish(),
  without: z.array(z.string()).nullish(),
})

export interface LabelledPage {
  readonly id: string
  readonly html: Uint8Array
  readonly truth: z.output<typeof Truth>
  /** One page in three, by a hash of its id, is never looked at while rules and models are made. */
  readonly heldOut: boolean
}

/** Pages with what a careful reader took from them: `html/NNNN.html.gz` beside `truth/NNNN.json`. */
export function* extractionPages(folder: string): Generator<LabelledPage> {
  for (const file of readdirSync(join(folder, 'truth')).toSorted()) {
    const id = file.replace(/\.json$/, '')
    const truth = Truth.parse(JSON.parse(readFileSync(join(folder, 'truth', file), 'utf8')))
    const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))
    const heldOut = createHash('md5').update(id).digest().readUInt32BE(0) % 3 === 0
    yield { id, html, truth, heldOut }
  }
}
