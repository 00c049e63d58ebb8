import type { Caller } from '../access/index.ts'
import type { CreateWebsetSearchRequest, WebsetSearch } from '../contract/webset-searches.ts'
import type { Db, Records } from '../ports/records.ts'
import type { Course } from './course.ts'
import type { EventLog } from './event-log.ts'
import type { NewParts } from './new-parts.ts'
import { isUnfinished, presentSearch, type SearchRow } from './search.ts'
import { findWebset, missing, updateWebset } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly log: EventLog
  readonly course: Course
  readonly parts: NewParts
}

export function createSearches({ records, log, course, parts }: Needs) {
  return {
    async create({ teamId }: Caller, request: CreateWebsetSearchRequest): Promise<WebsetSearch> {
      return course.change(teamId, request.webset, async (tx, webset) => {
        const search = await parts.search(tx, webset, request)
        const urgent = await updateWebset(tx, webset, { priority: request.priority })
        await course.start(tx, urgent)
        await log.search(tx, 'webset.search.created', search)
        return presentSearch(search)
      })
    },

    async get({ teamId }: Caller, reference: string, id: string): Promise<WebsetSearch> {
      const webset = await findWebset(records.db, teamId, reference)
      return presentSearch(await load(records.db, teamId, webset.id, id))
    },

    /** One that has ended is left as it is. */
    async cancel({ teamId }: Caller, reference: string, id: string): Promise<WebsetSearch> {
      return course.change(teamId, reference, async (tx, webset) => {
        const search = await load(tx, teamId, webset.id, id)
        if (!isUnfinished(search)) return presentSearch(search)
        const canceled = await course.cancelSearch(tx, search, null)
        await course.settle(tx, webset)
        return presentSearch(canceled)
      })
    },
  }
}

async function load(db: Db, teamId: string, websetId: string, id: string): Promise<SearchRow> {
  const row = await db
    .selectFrom('webset_searches')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('webset_id', '=', websetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? missing('search', id)
}
