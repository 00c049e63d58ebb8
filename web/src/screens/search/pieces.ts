import type { Reference, StoredReading } from '../../../../src/contract/readings.ts'

/** A stretch of an answer, and the source that its number names. */
export interface Piece {
  readonly text: string
  readonly source: number | null
}

/** Cuts an answer at the numbers of its sources: “… in 2016. [1]”. */
export function piecesOf(answer: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: mark, 1: number } of answer.matchAll(/ ?\[(\d{1,3})\]/g)) {
    pieces.push({ text: answer.slice(from, index), source: Number(number) })
    from = index + mark.length
  }
  if (from < answer.length) pieces.push({ text: answer.slice(from), source: null })
  return pieces
}

/** Where a page says what stands before its number: of several places, that of the claim which stands there. */
export function passageBehind(
  text: string,
  url: string,
  claims: StoredReading['claims'],
): Reference | undefined {
  const ofPage = claims.flatMap((claim) =>
    claim.references
      .filter((reference) => reference.url === url)
      .map((reference) => ({ claim: claim.text, reference })),
  )
  return (ofPage.find(({ claim }) => text.includes(claim)) ?? ofPage[0])?.reference
}
