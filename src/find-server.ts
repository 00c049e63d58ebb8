import { readServerFile } from './adapters/data-folder/data-folder.ts'

// Where nothing listens the answer comes at once: this is for a server that is busy, on a machine that is.
const patienceMs = 20_000

/** Believes the file only if the server behind it accepts the credential: ports and process ids are reused. */
export async function findServer(dataDir: string) {
  const file = await readServerFile(dataDir)
  if (!file) return null
  const alive = await fetch(new URL('/winnow/v1/me', file.url), {
    headers: { 'x-api-key': file.credential },
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    (response) => response.ok,
    () => false,
  )
  return alive ? { url: file.url, key: file.credential, pid: file.pid } : null
}
