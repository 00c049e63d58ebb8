export const ownerKey = 'the-owner-key-of-the-benchmark'

export type Api = ReturnType<typeof apiClient>

/** Speaks with a server that has `ownerKey` as its own. */
export function apiClient(url: string) {
  return async function request<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T // our own server's answer
  }
}
