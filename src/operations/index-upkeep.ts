import { z } from 'zod'
import { ForgetRequest, Forgotten, IndexRebuild, IndexStatus } from '../contract/index-status.ts'
import { publicTeamId } from '../documents/index.ts'
import { operation } from './operation.ts'

export const indexStatus = operation({
  name: 'index.status',
  summary: 'Say what the index holds, and what it has still to follow.',
  // It counts the pages of every team, so it is the operator's.
  scope: 'teams',
  limitClass: 'other',
  input: z.object({}),
  output: IndexStatus,
  run: ({ services }) => services.index.status(),
})

export const rebuildIndex = operation({
  name: 'index.rebuild',
  summary: 'Make the index anew from the records. Searches go on meanwhile.',
  scope: 'teams',
  limitClass: 'other',
  input: z.object({}),
  output: IndexRebuild,
  run: ({ services }) => services.rebuilds.request(),
})

export const getRebuild = operation({
  name: 'index.rebuild.get',
  summary: 'Say how far a rebuild of the index is.',
  scope: 'teams',
  limitClass: 'other',
  input: z.object({ id: z.string() }),
  output: IndexRebuild,
  run: ({ services }, { id }) => services.rebuilds.get(id),
})

export const forget = operation({
  name: 'documents.forget',
  summary:
    "Remove a page, or all of a domain, with everything derived from it: the team's own; public ones as the owner.",
  scope: 'ingest',
  limitClass: 'other',
  input: ForgetRequest,
  output: Forgotten,
  async run({ services, caller }, { url, domain }) {
    const target = url === undefined ? { domain: domain ?? '' } : { url }
    const forgetFrom = (teamId: string) =>
      services.documents.forget(teamId, target, async (tx, ids) => {
        await services.readings.forgetQuoting(tx, ids)
        await services.exports.forgetQuoting(tx, ids)
        await services.websets.forgetQuoting(tx, ids)
        await services.searchMonitors.forgetQuoting(tx, ids)
        await services.agentMonitors.forgetQuoting(tx, ids)
        await services.runs.forgetQuoting(tx, ids)
        await services.annotations.forgetAbout(tx, ids)
      })
    let documents = await forgetFrom(caller.teamId)
    if (caller.isOwner) documents += await forgetFrom(publicTeamId)
    return { object: 'forgotten' as const, documents }
  },
})
