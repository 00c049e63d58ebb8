import { connect, type Connection, type Table } from '@lancedb/lancedb'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexDocument } from '../../ports/search-index.suite.ts'
import { commonRow, vectorSchema } from './columns.ts'
import { compactTable } from './compact.ts'
import { findNearest } from './read.ts'
import type { Tables } from './tables.ts'
import { vectorsNeedIndexing } from './vector-index.ts'
import { addVectors } from './write.ts'

let folder: string
let connection: Connection
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-vectors-'))
  connection = await connect(folder)
})
afterAll(async () => {
  connection.close()
  await rm(folder, { recursive: true })
})

/** Numbers that look random and are the same in every run. */
function* noise(): Generator<number, never> {
  for (let state = 42; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647 - 0.5
}

const numbers = noise()
const vectorOf = (dimensions: number): Float32Array =>
  Float32Array.from({ length: dimensions }, () => numbers.next().value)

async function add(table: Table, vectors: readonly Float32Array[], from: number): Promise<void> {
  const rows = vectors.map((vector, at) => {
    const document = indexDocument(`d${from + at}`, 'a passage')
    return { ...commonRow(document, document.passages[0]!), vector }
  })
  await addVectors(table, rows)
}

test.each([64, 12])('of %i dimensions finds the nearest, and grows with the vectors', async (dimensions) => {
  const table = await connection.createEmptyTable(`vectors-${dimensions}`, vectorSchema(dimensions))
  const tables = { vectors: table } as Tables // only these are searched here
  const kept: Float32Array[] = []
  const grow = async (count: number): Promise<void> => {
    const more = Array.from({ length: count }, () => vectorOf(dimensions))
    await add(table, more, kept.length)
    kept.push(...more)
    await compactTable(table)
  }
  const findEach = async (): Promise<void> => {
    for (let at = 0; at < kept.length; at += 199) {
      const [nearest] = await findNearest(tables, kept[at]!, { visibleTo: ['public'] }, 100)
      expect(nearest?.documentId).toBe(`d${at}`)
    }
  }
  const indexes = async (): Promise<string[]> => (await table.listIndices()).map(({ name }) => name)

  await grow(4_000)
  expect(await indexes()).toEqual([])
  expect(await vectorsNeedIndexing(table)).toBe(false)
  await grow(500)
  expect(await indexes()).toEqual(['vector_in_5'])
  await findEach()
  await grow(4_600)
  expect(await indexes()).toEqual(['vector_in_10'])
  await grow(600)
  expect(await indexes()).toEqual(['vector_in_10'])
  expect(await vectorsNeedIndexing(table)).toBe(false)
  await findEach()
})
