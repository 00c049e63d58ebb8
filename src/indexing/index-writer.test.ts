import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { testEngine } from '../../tests/harness/engine.ts'
import { pageToSave } from '../../tests/harness/pages.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { createDocuments } from '../documents/index.ts'

test('an index that has all its vectors is left in peace until something is written', async () => {
  const { records } = await testDatabase()
  const documents = createDocuments({ records, clock: systemClock, ids: createIds() })
  const { index, writer } = await testEngine(records)
  const looks = vi.spyOn(index, 'unembedded')
  const isWhole = async (count: number) => {
    const { passages, embedded } = await index.statistics()
    expect({ passages, embedded }).toEqual({ passages: count, embedded: count })
  }

  for (const count of [1, 2]) {
    await documents.save(pageToSave({ url: `https://a.example/${count}`, text: `Page number ${count}.` }))
    writer.notice()
    await vi.waitFor(() => isWhole(count), { timeout: 10_000 })
    // The last look finds nothing and ends the looking.
    await sleep(500)
    const before = looks.mock.calls.length
    await sleep(1500)
    expect(looks.mock.calls.length).toBe(before)
    expect(before).toBeGreaterThan(0)
  }
})
