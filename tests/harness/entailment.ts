import type { Bearing, Entailment, EntailmentTask, Passage, Shares } from '../../src/ports/entailment.ts'

/** How a text bears on a claim. */
export type Bears = (read: string, claim: string) => readonly [supports: number, denies: number]

/** Reads each sentence by itself and all of them together, bears as it is told, and keeps what it was asked. */
export function entailmentOf(
  bears: Bears,
): Entailment & { readonly asked: EntailmentTask[]; readonly passages: Passage[] } {
  const asked: EntailmentTask[] = []
  const passages: Passage[] = []
  const sharesOf = (read: string, claim: string): Shares => {
    const [supports, denies] = bears(read, claim)
    return { supports, denies, isSilent: 1 - supports - denies }
  }
  return {
    asked,
    passages,
    async weigh(task) {
      asked.push(task)
      const { claim, sentences } = task
      const places = sentences.map((_, place) => place)
      return [places, ...places.map((place) => [place])].map((read): Bearing => ({
        places: read,
        ...sharesOf(read.map((place) => sentences[place]).join(' '), claim),
      }))
    },
    nearest: async ({ sentences }) => sentences.map((_, place) => place),
    async weighEach(given) {
      passages.push(...given)
      return given.map(({ text, claim }) => sharesOf(text, claim))
    },
    close: async () => {},
  }
}
