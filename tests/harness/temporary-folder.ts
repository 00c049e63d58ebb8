import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of one's own, by its real path: what runs in it is found by that. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'winnow-test-')))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
