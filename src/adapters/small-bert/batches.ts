/** Texts that go through the model together, with their places in the call they came from. */
export interface Batch {
  readonly texts: string[]
  readonly places: number[]
}

const maxTexts = 8
/**
 * About one full window of tokens. A batch cannot be interrupted, so this bounds how long a query may wait;
 * larger ones were measured to be no faster.
 */
const maxCharacters = 2_400
/** No text has its 512th token beyond this, unless it is made of very long words; tokenizing the rest is waste. */
const window = 8_000

/** Cuts a call into batches of texts of similar length, since a batch costs as much as its longest text. */
export function toBatches(texts: readonly string[]): Batch[] {
  const order = texts.map((text, place) => ({ text: text.slice(0, window), place }))
  order.sort((a, b) => a.text.length - b.text.length)
  const batches: Batch[] = []
  let batch: Batch | undefined
  for (const { text, place } of order) {
    // Ascending order: with this text, every text of the batch would cost as much as this one.
    const full =
      batch && (batch.texts.length === maxTexts || (batch.texts.length + 1) * text.length > maxCharacters)
    if (!batch || full) batches.push((batch = { texts: [], places: [] }))
    batch.texts.push(text)
    batch.places.push(place)
  }
  return batches
}
