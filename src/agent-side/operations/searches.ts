import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { projectSearch } from '../project-resource.ts'
import { Behavior, Criteria, Entity, Id, Metadata, ScopeRef, SourceRef } from '../shapes.ts'
import { answered, inPath, present, wire } from './wire.ts'

const OneSearch = z.strictObject({ websetId: Id, searchId: Id })

export const createSearch = agentOperation({
  name: 'searches.create',
  summary: 'Add a search to a webset, or replace what it holds (behavior override).',
  args: z.strictObject({
    websetId: Id,
    query: z.string().min(1).max(5000),
    count: z.int().min(1),
    entity: Entity.optional(),
    criteria: Criteria.optional(),
    behavior: Behavior.default('override').describe(
      'override judges the items there anew; append keeps them.',
    ),
    recall: z.boolean().optional(),
    exclude: z.array(SourceRef).optional(),
    scope: z.array(ScopeRef).optional(),
    maxPeoplePerCompany: z.int().min(1).optional(),
    metadata: Metadata.optional(),
  }),
  example: { websetId: 'webset_01k…', query: 'robot makers in Austria', count: 10, behavior: 'append' },
  safety: ({ behavior }) => (behavior === 'override' ? 'destroy' : 'spend'),
  async run(call, { websetId, ...search }) {
    const made = await answered(call.exa.websets.searches.create(inPath(websetId), wire(present(search))))
    return { body: projectSearch(made), links: [`webset://${websetId}`] }
  },
})

export const getSearch = agentOperation({
  name: 'searches.get',
  summary: 'Look at a search: progress, success rate of each criterion, estimate of how many there are.',
  args: OneSearch,
  example: { websetId: 'webset_01k…', searchId: 'search_01k…' },
  safety: 'read',
  run: async (call, { websetId, searchId }) => ({
    body: projectSearch(await answered(call.exa.websets.searches.get(inPath(websetId), inPath(searchId)))),
  }),
})

export const cancelSearch = agentOperation({
  name: 'searches.cancel',
  summary: 'Stop a search; what it found stays.',
  args: OneSearch,
  example: { websetId: 'webset_01k…', searchId: 'search_01k…' },
  safety: 'change',
  run: async (call, { websetId, searchId }) => ({
    body: projectSearch(await answered(call.exa.websets.searches.cancel(inPath(websetId), inPath(searchId)))),
  }),
})
