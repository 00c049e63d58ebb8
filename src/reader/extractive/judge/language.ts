const tellTale: Readonly<Record<string, RegExp>> = {
  en: /(?<!\p{L})(?:the|and|of|is|are|was|with|for|that|has|its|by)(?!\p{L})/giu,
  de: /(?<!\p{L})(?:der|die|das|und|ist|sind|mit|für|von|dem|den|ein|eine|nicht|wird|hat)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|la|les|et|est|des|une?|du|dans|pour|que|qui|par|sur|avec|elle)(?!\p{L})/giu,
}
const sample = 3000

/** The language of a text whose page does not name it, by its commonest words. Null: none of the three. */
export function guessLanguage(text: string): string | null {
  const beginning = text.slice(0, sample)
  const counts = Object.entries(tellTale).map(([language, words]) => ({
    language,
    count: beginning.match(words)?.length ?? 0,
  }))
  const [first, second] = counts.toSorted((one, other) => other.count - one.count)
  return first && second && first.count >= 3 && first.count > second.count * 1.5 ? first.language : null
}
