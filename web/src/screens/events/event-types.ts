import type { EventType } from '../../../../src/contract/webset-events.ts'

/** What can happen, by what it happens to. */
export const eventGroups: readonly { readonly name: string; readonly types: readonly EventType[] }[] = [
  { name: 'Websets', types: ['webset.created', 'webset.idle', 'webset.paused', 'webset.deleted'] },
  {
    name: 'Searches',
    types: [
      'webset.search.created',
      'webset.search.updated',
      'webset.search.completed',
      'webset.search.canceled',
    ],
  },
  { name: 'Items', types: ['webset.item.created', 'webset.item.enriched'] },
  { name: 'Exports', types: ['webset.export.created', 'webset.export.completed'] },
  { name: 'Imports', types: ['import.created', 'import.completed'] },
  {
    name: 'Monitors',
    types: [
      'monitor.created',
      'monitor.updated',
      'monitor.deleted',
      'monitor.run.created',
      'monitor.run.completed',
    ],
  },
]

/** Those that a choice stands for: a group, one type, or all. */
export function typesOf(choice: string | undefined): readonly EventType[] {
  const group = eventGroups.find(({ name }) => name === choice)
  return group?.types ?? eventGroups.flatMap(({ types }) => types).filter((type) => type === choice)
}
