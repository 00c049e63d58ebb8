import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The folder of the sample web: sources, rendered sites, manifest and truth. */
export const sampleFolder = join(import.meta.dirname, '..', '..', 'sample')

const SamplePage = z.object({
  url: z.url(),
  file: z.string(),
  contentType: z.string(),
  lastModified: z.iso.date(),
  published: z.iso.date().optional(),
  language: z.string().optional(),
  /** robots.txt, sitemaps and feeds: served, but not documents. */
  auxiliary: z.boolean().optional(),
})

const SampleManifest = z.object({
  clock: z.iso.date(),
  pages: z.array(SamplePage),
  redirects: z.array(z.object({ url: z.url(), status: z.number(), location: z.string() })),
  errors: z.array(z.object({ url: z.url(), status: z.number() })),
})

export type SamplePage = z.infer<typeof SamplePage>
export type SampleManifest = z.infer<typeof SampleManifest>

export const readSampleManifest = (): SampleManifest =>
  SampleManifest.parse(JSON.parse(readFileSync(join(sampleFolder, 'sites.json'), 'utf8')))
