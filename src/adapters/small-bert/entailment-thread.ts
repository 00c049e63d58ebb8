/** The thread that holds the model of entailment: takes a claim and a page, answers what is nearest and how it bears. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Bearing, EntailmentTask, Passage, Shares } from '../../ports/entailment.ts'
import { tensorOf } from './adapted-weights.ts'
import type { Answer, Question } from './entailment.ts'
import { int8Model, openTokenizer, trainedTensors } from './model-files.ts'
import type { ThreadAnswer, ThreadData } from './model-thread.ts'
import { partsToRead } from './nearest.ts'
import { openNearest } from './open-nearest.ts'
import { openSession, sumsOfTokens, width } from './run-model.ts'

/** As it was trained: how long a claim may be, how much of a page is read with it, and both together. */
const claimTokens = 40
const pageTokens = 56
const allTokens = 96
/**
 * Reading is dear: of a page only what may bear on the claim. What comes third is read where what comes nearest says
 * something and nothing plain: of 304 pages whose nearest parts were silent it spoke on two.
 */
const mostRead = 3
const readFirst = 2
const plain = 0.8
const silent = 0.05
/** A page is asked about many claims, one after another. */
const mostKept = 5_000

const { threads, cacheDir } = workerData as ThreadData // set by the only place that starts this thread
const tokenizer = await openTokenizer()
type Weigh = (texts: readonly (readonly number[])[]) => Promise<Shares[]>
/** Opened when they are first asked. */
const opened = new Map<'criteria' | 'entailment', Promise<Weigh>>()
const nearest = await openNearest()
const kept = new Map<string, readonly number[]>()

parentPort!.on('message', (question: Question) => void answer(question))

async function answer(question: Question): Promise<void> {
  try {
    parentPort!.postMessage({ answer: await answerTo(question) } satisfies ThreadAnswer<Answer>)
  } catch (error) {
    parentPort!.postMessage({ error: String(error) } satisfies ThreadAnswer<Answer>)
  }
}

async function answerTo(question: Question): Promise<Answer> {
  if ('page' in question) return weigh(question.page)
  if ('passages' in question) return weighEach(question.passages)
  const { claim, sentences } = question.unread
  return nearest(wordsOf(claim), sentences.map(tokensOf))
}

function wordsOf(claim: string): number[] {
  return tokenizer.encode(claim).ids.slice(1, -1).slice(0, claimTokens)
}

async function weigh({ claim, about, sentences, isCriterion }: EntailmentTask): Promise<Bearing[]> {
  const page = sentences.map(tokensOf)
  const parts = partsToRead(nearest(wordsOf(claim), page), page, pageTokens, mostRead)
  const read = async (some: readonly (readonly number[])[]): Promise<Bearing[]> => {
    const shares = await weighEach(
      some.map((places) => ({
        claim,
        about,
        text: places.map((place) => sentences[place]).join(' '),
        ...(isCriterion && { isCriterion }),
      })),
    )
    return some.map((places, row) => ({ places, ...shares[row]! })) // one for each part
  }
  const first = await read(parts.slice(0, readFirst))
  const most = Math.max(...first.flatMap(({ supports, denies }) => [supports, denies]))
  return most >= plain || most < silent ? first : [...first, ...(await read(parts.slice(readFirst)))]
}

async function weighEach(passages: readonly Passage[]): Promise<Shares[]> {
  if (passages.length === 0) return []
  const texts = passages.map(({ claim, about, text }) => {
    const head = tokenizer.encode(claim).ids.slice(0, claimTokens)
    const [, ...rest] = tokenizer.encode(`${about}: ${text}`).ids
    const room = allTokens - head.length
    return [...head, ...(rest.length > room ? [...rest.slice(0, room - 1), rest.at(-1)!] : rest)]
  })
  // Passages that are asked about together are of one kind.
  const model = passages[0]?.isCriterion ? 'criteria' : 'entailment'
  const weighTexts = opened.get(model) ?? openModel(model)
  opened.set(model, weighTexts)
  return (await weighTexts)(texts)
}

async function openModel(model: 'criteria' | 'entailment'): Promise<Weigh> {
  const session = await openSession(await int8Model(model, cacheDir), threads)
  const adapter = await trainedTensors(`${model}.bin`)
  const weights = tensorOf(adapter, 'head.weight')
  const biases = tensorOf(adapter, 'head.bias')
  return async (texts) => {
    const sums = await sumsOfTokens(session, texts)
    return texts.map(({ length }, row) => sharesOf(sums.subarray(row * width, (row + 1) * width), length))
  }

  function sharesOf(sum: Float32Array, tokens: number): Shares {
    const powers = Array.from(biases, (bias, label) => {
      let score = bias
      for (let d = 0; d < width; d++) score += (sum[d]! / tokens) * weights[label * width + d]!
      return Math.exp(score)
    })
    const all = powers.reduce((total, power) => total + power, 0)
    return { supports: powers[0]! / all, denies: powers[1]! / all, isSilent: powers[2]! / all }
  }
}

function tokensOf(sentence: string): readonly number[] {
  const known = kept.get(sentence)
  if (known) return known
  if (kept.size >= mostKept) kept.clear()
  const tokens = tokenizer.encode(sentence).ids.slice(1, -1)
  kept.set(sentence, tokens)
  return tokens
}
