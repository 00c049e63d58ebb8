import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSampleManifest, sampleFolder } from './sample-manifest.ts'
import { testSite } from './site.ts'

/** One host of the sample web at an address of this machine, for a server that only knows the real network. */
export async function sampleSite(host: string) {
  const pages = readSampleManifest().pages.filter(({ url }) => new URL(url).host === host)
  return testSite(
    Object.fromEntries(
      pages.map(({ url, file, contentType }) => [
        new URL(url).pathname,
        ({ headers }) => ({
          type: contentType,
          body: readFileSync(join(sampleFolder, file), 'utf8').replaceAll(
            `https://${host}`,
            `http://${headers.host}`,
          ),
        }),
      ]),
    ),
  )
}
