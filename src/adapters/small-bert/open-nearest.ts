import { tensorOf } from './adapted-weights.ts'
import { packagedWeights, trainedTensors } from './model-files.ts'
import { createNearest } from './nearest.ts'
import { width } from './run-model.ts'

/** What finds the sentences nearest to a claim, as it was learnt. */
export async function openNearest(): Promise<ReturnType<typeof createNearest>> {
  const learnt = await trainedTensors('nearest.bin')
  const [power, whole, before, after] = tensorOf(learnt, 'shares') as unknown as [
    number,
    number,
    number,
    number,
  ] // so written
  const side = (name: string) => ({
    turn: tensorOf(learnt, name),
    weights: tensorOf(learnt, `${name}.weights`),
  })
  return createNearest({
    vectors: (await packagedWeights()).named('embeddings.word_embeddings.weight'),
    width,
    asked: side('asked'),
    said: side('said'),
    power,
    whole,
    before,
    after,
  })
}
