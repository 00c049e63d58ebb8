/** The detector reads no further. */
const mostRead = 1000
/** With fewer letters names and numbers decide too often: at half as many, one answer in thirty was sure and wrong. */
const fewestLetters = 80

/**
 * The language that a text is written in, as ISO 639-1, or null where that is not sure. Its tables take 30 MB, so they
 * are loaded with the first page that does not say it itself.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const beginning = text.slice(0, mostRead)
  if ((beginning.match(/\p{L}/gu)?.length ?? 0) < fewestLetters) return null
  const { eld } = await import('eld/extrasmall')
  const found = eld.detect(beginning)
  return found.language !== '' && found.isReliable() ? found.language : null
}
