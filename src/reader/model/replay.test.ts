import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { testFolder } from '../../../tests/harness/folder.ts'
import { scriptedModel } from '../../../tests/harness/scripted-model.ts'
import { createAiModel } from '../../adapters/ai/ai-model.ts'
import { openCassette } from '../../adapters/cassette/cassette-model.ts'
import { createMetrics } from '../../adapters/prometheus/metrics.ts'
import { systemClock } from '../../adapters/system/clock-and-ids.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { ModelUse } from '../reader.ts'
import { createModelReader } from './model-reader.ts'

const sources = [
  aDocument({ text: 'The bakery on Mill Lane opened in 1932. It sells rye bread.' }),
  aDocument({ url: 'https://town.example/', text: 'Mill Lane has one bakery.' }),
]

/** A run over several calls, some of which fail, as one text: results, failures, and what was used. */
async function run(model: LanguageModel, now: Date): Promise<string> {
  const uses: ModelUse[] = []
  const reader = createModelReader({ model, metrics: createMetrics() })
  const reading = { now, signal: new AbortController().signal, onUse: (use: ModelUse) => uses.push(use) }
  const criteria = ['Opened before 1940', 'Sells rye bread', 'Is in Spain', 'Opened before 1940']
  const verdicts = await Promise.all(
    criteria.map((criterion) =>
      reader
        .judge({ criterion, subject: { name: 'the bakery' }, sources }, reading)
        .catch((error: unknown) => String(error)),
    ),
  )
  const statements: unknown[] = []
  try {
    for await (const statement of reader.answer({ question: 'Since when?', sources }, reading))
      statements.push(statement)
  } catch (error) {
    statements.push(String(error))
  }
  const total = uses.map((use) => JSON.stringify(use)).toSorted()
  return JSON.stringify({ reader: reader.name, verdicts, statements, total }, null, 1)
}

test('a recorded run is repeated to the byte without the model, on another day', async () => {
  const path = join(await testFolder(), 'run.jsonl')
  let count = 0
  const server = await scriptedModel(({ messages, stream }) => {
    count += 1
    const quotes = [{ source: 1, quote: 'The bakery on Mill Lane opened in 1932.' }]
    if (stream)
      return {
        says: {
          items: [
            { text: 'Since 1932.', quotes },
            { text: 'More.', quotes },
          ],
        },
        breaksAfter: 130,
      }
    if (messages[1]?.content.includes('Spain')) return { says: 'I cannot say.' }
    // No two answers are the same, so only what was recorded can be repeated.
    return { says: { reasoning: `Answer ${count}`, quotes, satisfied: 'yes', confidence: 0.5 } }
  })
  const endpoint = createAiModel({ ...server, clock: systemClock })
  const recording = await openCassette({ path, mode: 'record', model: endpoint })
  onTestFinished(() => recording.close())
  const first = await run(recording, new Date('2026-11-15T10:00:00Z'))
  await recording.close()
  expect(first).toContain('Since 1932.')
  expect(first).toContain('did not serve')
  const asked = server.requests.length

  for (const day of ['2026-11-15', '2027-03-01']) {
    const replaying = await openCassette({ path, mode: 'replay' })
    expect(await run(replaying, new Date(day))).toBe(first)
    await replaying.close()
  }
  expect(server.requests).toHaveLength(asked)
})
