import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../ports/log.ts'
import type { IndexDocument, SearchIndex } from '../../ports/search-index.ts'
import { compactTable } from './compact.ts'
import { currentGeneration, newGeneration, removeOtherGenerations, switchGeneration } from './generation.ts'
import { maintainVectors, maintainWords, type Serially } from './maintain.ts'
import { oneAtATime, type OneAtATime } from './one-at-a-time.ts'
import { countIndex, findNearest, findWords, readUnembedded, readVectors, versionsOf } from './read.ts'
import { copyDocuments, fillTables } from './rebuild.ts'
import { dropOtherVectors, type IndexModel, openTables, type Tables } from './tables.ts'
import { removeDocuments, writeDocuments, writeVectors } from './write.ts'
import { isOneOf } from './filter-sql.ts'

export interface LanceIndexOptions {
  readonly folder: string
  /** What its vectors are made with. Vectors of another model are not used, and go when this process writes. */
  readonly model: IndexModel
  readonly log: Log
}

interface Generation {
  readonly folder: string
  readonly tables: Tables
}

/** Upserts that wait for their turn are written together. */
interface Batch {
  readonly documents: IndexDocument[]
  done: Promise<void>
}

/**
 * So many rows of fresh may be outside its indexes while writes go on; they are found all the same, at .1 ms each. To
 * index any number costs as much as to write thousands, and writes wait for it.
 */
const looseRows = 500
const pauseMs = 1_000

export async function openLanceIndex({ folder, model, log }: LanceIndexOptions): Promise<SearchIndex> {
  const closing = new AbortController()
  let generation = await openGeneration(await currentGeneration(folder))
  let readyToWrite = false
  let loose = 0
  let openBatch: Batch | undefined
  let pause: NodeJS.Timeout | undefined
  /** Documents written while a rebuild runs, which must be brought over to the new generation. */
  let touched: Set<string> | undefined

  async function openGeneration(path: string): Promise<Generation> {
    return { folder: path, tables: await openTables(path, model) }
  }

  /** Another process may have switched to a new generation, whose folder replaces the one in use here. */
  async function current(): Promise<Generation> {
    if (closing.signal.aborted) throw new AppError('unavailable', 'The index is closed.')
    const path = await currentGeneration(folder)
    if (path !== generation.folder) generation = await openGeneration(path)
    return generation
  }

  async function read<T>(work: (tables: Tables) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const attempt = async (): Promise<T> => {
      const used = await current()
      try {
        return await work(used.tables)
      } catch (error) {
        if ((await current()) === used) throw error
        return attempt() // the generation was switched meanwhile
      }
    }
    return signal ? orAborted(attempt(), signal) : attempt()
  }

  let tail: Promise<unknown> = Promise.resolve()
  const serially: Serially = (work) => {
    const result = tail.then(work)
    tail = result.catch(() => {})
    return result
  }

  const write = (ids: readonly string[], work: (tables: Tables) => Promise<unknown>): Promise<void> =>
    serially(async () => {
      const { tables } = await current()
      if (!readyToWrite) await heal(tables)
      readyToWrite = true
      await work(tables)
      for (const id of ids) touched?.add(id)
    })

  /** Ends what an earlier writer may have left half done. */
  async function heal(tables: Tables): Promise<void> {
    await removeOtherGenerations(folder, generation.folder)
    await dropOtherVectors(generation.folder, model)
    const rows: { document_id: string }[] = await tables.fresh.query().select(['document_id']).toArray()
    const ids = [...new Set(rows.map((row) => row.document_id))]
    const [fresh, main] = await Promise.all(
      [tables.fresh, tables.main].map((table) => versionsOf(table, 'document_id', ids)),
    )
    loose = rows.length // nobody knows which of them are in its indexes
    const replaced = ids.filter((id) => (main!.get(id) ?? Infinity) < fresh!.get(id)!)
    if (replaced.length > 0) await tables.main.delete(isOneOf('document_id', replaced))
  }

  /** Puts the rows that were written last into the indexes of fresh, until none is left. */
  const indexFresh = oneAtATime(async function indexLoose(): Promise<void> {
    if (loose === 0) return
    await serially(async () => {
      const { tables } = await current()
      await compactTable(tables.fresh)
      loose = 0
    })
    await indexLoose()
  })

  const upkeep = [maintainWords, maintainVectors].map((maintain) =>
    oneAtATime(async () => {
      const { folder: path, tables } = await current()
      await maintain(path, tables, serially, closing.signal)
    }),
  )
  const upkeepRests = (): Promise<unknown> => Promise.all([...upkeep, indexFresh].map((work) => work.rest()))

  /** Rows are found at once, but faster when they are indexed: soon when they are many, else when writes pause. */
  function afterWrite(): void {
    clearTimeout(pause)
    if (touched || closing.signal.aborted) return
    const complain = (error: unknown): void => {
      if (!closing.signal.aborted) log.error({ error }, 'the index could not be maintained')
    }
    // Whoever starts it hears of its failure.
    const begin = (work: OneAtATime): void => {
      if (!work.isRunning()) work.run().catch(complain)
    }
    if (loose > looseRows) begin(indexFresh)
    for (const work of upkeep) begin(work)
    pause = setTimeout(() => void indexFresh.run().catch(complain), pauseMs).unref()
  }

  return {
    keyword: (query, filter, limit, signal) =>
      read((tables) => findWords(tables, query, filter, limit), signal),
    vector: (vector, filter, limit, signal) =>
      read((tables) => findNearest(tables, vector, filter, limit), signal),
    vectorsOf: (documentId, visibleTo) => read((tables) => readVectors(tables, documentId, visibleTo)),
    unembedded: (after, limit) => read((tables) => readUnembedded(tables, after, limit)),

    async statistics() {
      return read(async (tables) => {
        const [counts, ...stats] = await Promise.all([
          countIndex(tables),
          ...[tables.fresh, tables.main, tables.vectors].map((table) => table.stats()),
        ])
        const sizeBytes = stats.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
        return { ...counts, sizeBytes, model: model.model }
      })
    },

    async upsert(documents) {
      if (documents.length === 0) return
      if (openBatch) {
        openBatch.documents.push(...documents)
        return openBatch.done
      }
      const batch: Batch = { documents: [...documents], done: Promise.resolve() }
      const end = (): void => {
        if (openBatch === batch) openBatch = undefined // what comes from here on is written next time
      }
      batch.done = write([], async (tables) => {
        end()
        loose += await writeDocuments(tables, batch.documents)
        for (const { id } of batch.documents) touched?.add(id)
      }).finally(end)
      openBatch = batch
      await batch.done
      afterWrite()
    },

    async delete(documentIds) {
      if (documentIds.length === 0) return
      openBatch = undefined // an upsert that comes after this deletion must not be written before it
      return write(documentIds, (tables) => removeDocuments(tables, documentIds))
    },

    async setVectors(vectors) {
      if (vectors.length === 0) return
      const wrong = vectors.find(({ vector }) => vector.length !== model.dimensions)
      if (wrong) {
        throw new AppError(
          'internal',
          `A vector has ${wrong.vector.length} dimensions instead of ${model.dimensions}.`,
        )
      }
      await write(
        vectors.map(({ documentId }) => documentId),
        (tables) => writeVectors(tables, vectors),
      )
      afterWrite()
    },

    async maintain() {
      if (touched) return // the new generation is made in good order
      await indexFresh.run()
      await upkeepRests() // it may have begun before the last write
      await Promise.all(upkeep.map((work) => work.run()))
    },

    async rebuild(documents, signal = new AbortController().signal) {
      if (touched) throw new AppError('conflict', 'The index is being rebuilt already.')
      touched = new Set()
      try {
        await write([], async () => {}) // so that no first write clears away what is made here
        const either = AbortSignal.any([signal, closing.signal])
        const next = await openGeneration(newGeneration(folder))
        await fillTables(next, documents, (await current()).tables.vectors, either)
        // None begins while a rebuild runs.
        await upkeepRests()
        await serially(async () => {
          await copyDocuments((await current()).tables, next.tables, [...touched!])
          either.throwIfAborted()
          await switchGeneration(folder, next.folder)
          generation = next
          loose = touched!.size
          touched = undefined
        })
        afterWrite()
      } finally {
        touched = undefined
        await serially(async () => removeOtherGenerations(folder, generation.folder))
      }
    },

    async close() {
      if (closing.signal.aborted) return
      clearTimeout(pause)
      await tail
      closing.abort(new AppError('unavailable', 'The index is closed.'))
      await upkeepRests()
      generation.tables.close()
    },
  }
}

/** The engine cannot be interrupted; its answer is no longer waited for. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
