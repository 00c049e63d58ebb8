import { sql } from 'kysely'
import type { CrawlSource } from '../../contract/ingest.ts'
import { addressKey } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records, Tx } from '../../ports/records.ts'
import type { Source } from '../source.ts'

/** Pages are stored; the others only name pages. */
export type Role = 'page' | 'robots' | 'sitemap' | 'feed'

/**
 * `waiting` to be visited, `done`, `failed` for this run, `alias` of another address of the crawl, or `gone` from the
 * web for good.
 */
export type PageState = 'waiting' | 'done' | 'failed' | 'alias' | 'gone'

export interface FrontierPage {
  readonly key: string
  readonly url: string
  readonly role: Role
  readonly depth: number
  readonly attempts: number
  readonly absences: number
  readonly intervalMs: number | null
  /** Null before the first visit. */
  readonly checkedAt: Date | null
}

/** An address that a visit came across. */
export interface Found {
  readonly url: string
  readonly role: Role
  readonly depth: number
  /** When the page last changed, by the word of a sitemap or feed. */
  readonly modifiedAt?: Date | null
}

/** How a visit ended. */
export interface Settled {
  readonly page: FrontierPage
  readonly state: PageState
  readonly attempts: number
  readonly absences: number
  readonly dueAt: Date
  readonly intervalMs: number | null
  readonly found: readonly Found[]
  /** The address under which the page is stored, if it is another; `visited` when it was fetched from there. */
  readonly twin?: { readonly url: string; readonly visited: boolean } | undefined
}

type Limits = Pick<CrawlSource, 'maxPages' | 'maxPagesPerHost' | 'maxHosts'>
const rowsPerInsert = 1000

/** The addresses a crawl knows. Everything it has done and has to do is here, so it can stop and go on anywhere. */
export function createFrontier({ records, clock }: { records: Records; clock: Clock }) {
  const waiting = (source: Source) =>
    records.db
      .selectFrom('source_pages')
      .where('team_id', '=', source.teamId)
      .where('source_id', '=', source.id)
      .where('state', '=', 'waiting')

  return {
    /** Puts what is due back into the queue, adds where to begin, and answers how many pages wait. */
    async begin(tx: Tx, source: Source, starts: readonly Found[], limits: Limits): Promise<number> {
      await tx
        .updateTable('source_pages')
        .set({ state: 'waiting', attempts: 0, due_at: clock.now() })
        .where('team_id', '=', source.teamId)
        .where('source_id', '=', source.id)
        .where('state', 'in', ['done', 'failed'])
        // Listings are asked every time: they are how new pages become known.
        .where((columns) => columns.or([columns('due_at', '<=', clock.now()), columns('role', '<>', 'page')]))
        .execute()
      await add(tx, source, starts, limits)
      const { waiting } = await tx
        .selectFrom('source_pages')
        .select((columns) => columns.fn.countAll<number>().as('waiting'))
        .where('team_id', '=', source.teamId)
        .where('source_id', '=', source.id)
        .where('state', '=', 'waiting')
        .where('role', '=', 'page')
        .executeTakeFirstOrThrow()
      return waiting
    },

    /** The next pages whose time has come, in the order in which they became known. */
    async next(source: Source, limit: number): Promise<FrontierPage[]> {
      const rows = await waiting(source)
        .selectAll()
        .where('due_at', '<=', clock.now())
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        key: row.address_key,
        url: row.url,
        role: row.role as Role, // only roles are ever written
        depth: row.depth,
        attempts: row.attempts,
        absences: row.absences,
        intervalMs: row.interval_ms,
        checkedAt: row.checked_at,
      }))
    },

    /** When the next of those that wait may be visited; null when none waits. */
    async nextDue(source: Source): Promise<Date | null> {
      const row = await waiting(source)
        .select((columns) => columns.fn.min('due_at').as('due'))
        .executeTakeFirst()
      return row?.due ?? null
    },

    /** Null for an address that the crawl does not know. */
    async stateOf(source: Source, key: string): Promise<PageState | null> {
      const row = await records.db
        .selectFrom('source_pages')
        .select('state')
        .where('team_id', '=', source.teamId)
        .where('source_id', '=', source.id)
        .where('address_key', '=', key)
        .executeTakeFirst()
      return (row?.state ?? null) as PageState | null // only states are ever written
    },

    /** Records visits and adds what they came across; answers how many pages that adds to the run. */
    async settle(tx: Tx, source: Source, visits: readonly Settled[], limits: Limits): Promise<number> {
      for (const visit of visits) {
        await tx
          .updateTable('source_pages')
          .set({
            state: visit.state,
            attempts: visit.attempts,
            absences: visit.absences,
            due_at: visit.dueAt,
            interval_ms: visit.intervalMs,
            ...(visit.state !== 'waiting' && { checked_at: clock.now() }),
          })
          .where('team_id', '=', source.teamId)
          .where('source_id', '=', source.id)
          .where('address_key', '=', visit.page.key)
          .execute()
        if (visit.twin) await addTwin(tx, source, visit, visit.twin)
      }
      const found = visits.flatMap((visit) => visit.found)
      return (await add(tx, source, found, limits)) + (await revisitModified(tx, source, found))
    },
  }

  async function addTwin(
    tx: Tx,
    source: Source,
    visit: Settled,
    twin: NonNullable<Settled['twin']>,
  ): Promise<void> {
    const key = addressKey(twin.url)
    if (key === null) return
    const asFound: Found = { url: twin.url, role: 'page', depth: visit.page.depth }
    const done = {
      state: 'done',
      due_at: visit.dueAt,
      interval_ms: visit.intervalMs,
      checked_at: clock.now(),
    }
    await tx
      .insertInto('source_pages')
      .values({ ...rowOf(source, asFound, key, clock.now()), ...done })
      .onConflict((conflict) => {
        const same = conflict.columns(['source_id', 'address_key'])
        // A page that was not fetched from there may only claim to be the same; it will be asked itself.
        return visit.twin?.visited
          ? same
              .doUpdateSet(done)
              .where('source_pages.team_id', '=', source.teamId)
              .where('source_pages.state', '=', 'waiting')
          : same.doNothing()
      })
      .execute()
  }

  async function add(tx: Tx, source: Source, found: readonly Found[], limits: Limits): Promise<number> {
    const fresh = new Map<string, Found>()
    for (const one of found) {
      const key = addressKey(one.url)
      if (key !== null && !fresh.has(key)) fresh.set(key, one)
    }
    for (const key of await known(tx, source, [...fresh.keys()])) fresh.delete(key)
    if (fresh.size === 0) return 0
    const room = await measureRoom(tx, source, limits)
    const rows = [...fresh]
      .filter(([, one]) => room.take(one))
      .map(([key, one]) => rowOf(source, one, key, clock.now()))
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await tx
        .insertInto('source_pages')
        .values(rows.slice(start, start + rowsPerInsert))
        .onConflict((conflict) => conflict.columns(['source_id', 'address_key']).doNothing())
        .execute()
    }
    return rows.filter(({ role }) => role === 'page').length
  }

  /** Pages of which a sitemap or feed says that they changed since we looked are visited before their time. */
  async function revisitModified(tx: Tx, source: Source, found: readonly Found[]): Promise<number> {
    const modified = new Map<string, Date>()
    for (const { url, modifiedAt } of found) {
      const key = modifiedAt ? addressKey(url) : null
      if (modifiedAt && key !== null && modifiedAt <= clock.now()) modified.set(key, modifiedAt)
    }
    if (modified.size === 0) return 0
    // One statement for a whole sitemap, which may name fifty thousand pages.
    const { numAffectedRows = 0n } = await sql`
      update source_pages set state = 'waiting', attempts = 0, due_at = ${clock.now()}
      from unnest(${[...modified.keys()]}::text[], ${[...modified.values()]}::timestamptz[]) as listed (key, modified_at)
      where team_id = ${source.teamId} and source_id = ${source.id} and address_key = listed.key
        and state in ('done', 'failed') and checked_at < listed.modified_at`.execute(tx)
    return Number(numAffectedRows)
  }
}

function rowOf(source: Source, { url, role, depth }: Found, key: string, now: Date) {
  return {
    source_id: source.id,
    team_id: source.teamId,
    address_key: key,
    role,
    url,
    host: new URL(url).host,
    depth,
    state: 'waiting',
    due_at: now,
    interval_ms: null,
    checked_at: null,
  }
}

async function known(tx: Tx, source: Source, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('source_pages')
    .select('address_key')
    .where('team_id', '=', source.teamId)
    .where('source_id', '=', source.id)
    .where((columns) => columns('address_key', '=', columns.fn.any(columns.val(keys))))
    .execute()
  return rows.map(({ address_key }) => address_key)
}

/** How many more addresses the crawl may take up, in all, by host and in hosts. */
async function measureRoom(tx: Tx, source: Source, { maxPages, maxPagesPerHost, maxHosts }: Limits) {
  const rows = await tx
    .selectFrom('source_pages')
    .select((columns) => ['host', columns.fn.countAll<number>().as('pages')])
    .where('team_id', '=', source.teamId)
    .where('source_id', '=', source.id)
    .where('role', '=', 'page')
    .where('state', '<>', 'gone')
    .groupBy('host')
    .execute()
  const byHost = new Map(rows.map(({ host, pages }) => [host, pages]))
  let left = maxPages - rows.reduce((sum, { pages }) => sum + pages, 0)
  return {
    take({ url, role }: Found): boolean {
      if (role !== 'page') return true
      const { host } = new URL(url)
      const pages = byHost.get(host) ?? 0
      if (left <= 0 || pages >= (maxPagesPerHost ?? Infinity)) return false
      if (pages === 0 && byHost.size >= (maxHosts ?? Infinity)) return false
      byHost.set(host, pages + 1)
      left--
      return true
    },
  }
}
