/** Null for what is no address. One parse, where asking first and parsing then would be two. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** As it may be logged. */
export function withoutCredentials(text: string, base?: string): string {
  const url = parseUrl(text, base)
  if (!url) return text.slice(0, 200)
  url.username = url.password = ''
  return url.href
}
