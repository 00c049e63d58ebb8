import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { embedderSuite } from '../../ports/embedder.suite.ts'
import { createGteSmall } from './gte-small.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'winnow-gte-'))
afterAll(() => rmSync(cacheDir, { recursive: true }))

embedderSuite('gte-small', async () => createGteSmall({ cacheDir }))

describe('gte-small', () => {
  const embedder = createGteSmall({ idleMs: 50, cacheDir })
  afterAll(() => embedder.close())

  it('places texts of one meaning nearer than others', async () => {
    const [question, answer, other] = await embedder.embed(
      [
        'How do vaccines protect people?',
        'Immunisation trains the body to recognise a germ before it strikes.',
        'The stock market closed lower after the central bank raised rates.',
      ],
      { kind: 'passage' },
    )
    expect(dot(question!, answer!)).toBeGreaterThan(dot(question!, other!) + 0.03)
  })

  it('lets a query overtake passages that wait', async () => {
    const ended: string[] = []
    const passages = Array.from(
      { length: 6 },
      (_, index) => `passage ${index} ${'and more words '.repeat(100)}`,
    )
    const slow = embedder.embed(passages, { kind: 'passage' }).then(() => ended.push('passages'))
    const quick = embedder.embed(['a query'], { kind: 'query' }).then(() => ended.push('query'))
    await Promise.all([slow, quick])
    expect(ended).toEqual(['query', 'passages'])
  })

  it('works again after it has let the model go', async () => {
    await embedder.embed(['before'], { kind: 'query' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await embedder.embed(['after'], { kind: 'query' })).toHaveLength(1)
  })
})

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)
