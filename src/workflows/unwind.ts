import type { Exa } from 'exa-js'
import { answered, inPath, text, wire, type Json } from '../agent-side/index.ts'
import type { Checkpoint } from './course.ts'
import { findMonitor } from './monitor-work.ts'
import { collect, externalIdOf, orNull, shownItems } from './webset-work.ts'

interface Needs {
  readonly taskId: string
  readonly exa: Exa
  readonly checkpoint: Pick<Checkpoint, 'intents'>
}

const mostItems = 200

/** The websets of a task, also the one that was being created when its work ended. */
async function websetsOf({ taskId, exa, checkpoint }: Needs): Promise<string[]> {
  const ids: string[] = []
  for (const [key, { kind, id }] of Object.entries(checkpoint.intents)) {
    if (kind !== 'webset') continue
    const found = id ?? text((await orNull(answered(exa.websets.get(inPath(externalIdOf(taskId, key))))))?.id)
    if (found !== null) ids.push(found)
  }
  return ids
}

async function monitorsOf({ taskId, exa, checkpoint }: Needs): Promise<string[]> {
  const ids: string[] = []
  for (const [key, { kind, id }] of Object.entries(checkpoint.intents)) {
    const found = kind === 'monitor' ? (id ?? (await findMonitor(exa, taskId, key))) : null
    if (found !== null) ids.push(found)
  }
  return ids
}

/** Ends what a task has set in motion: its websets are cancelled, its monitors paused. They stay, to be looked at. */
export async function stopWhatItMade(needs: Needs): Promise<void> {
  const { exa } = needs
  for (const id of await websetsOf(needs)) await orNull(answered(exa.websets.cancel(inPath(id))))
  for (const id of await monitorsOf(needs))
    await orNull(answered(exa.monitors.update(inPath(id), wire({ status: 'paused' }))))
}

/** What there is of a task that came to no result: the ids first, then whatever had been found. */
export async function salvage(needs: Needs, partial: Json): Promise<Json> {
  const websetIds = await websetsOf(needs)
  const researchId = Object.values(needs.checkpoint.intents).find(({ kind }) => kind === 'research')?.id
  const [only] = websetIds
  const [monitorId] = await monitorsOf(needs)
  const ids = {
    ...(monitorId !== undefined && { monitorId }),
    ...(websetIds.length === 1 && { websetId: only }),
    ...(websetIds.length > 1 && { websetIds }),
    ...(websetIds.length === 0 && researchId && { researchId }),
  }
  const known = Object.keys(partial).some((name) => /id$|ids$/i.test(name)) ? {} : ids
  if (hasItems(partial)) return { ...known, ...partial }
  const items: Json[] = []
  for (const websetId of websetIds) {
    const collected = await orNull(
      collect({ exa: needs.exa }, websetId, { most: mostItems - items.length, filter: 'any' }),
    )
    const shown = collected ? shownItems({ warn: () => {} }, collected) : []
    items.push(...shown.map((item) => (websetIds.length > 1 ? { websetId, ...item } : item)))
  }
  return { ...known, ...partial, ...(items.length > 0 && { items }) }
}

const hasItems = (partial: Json): boolean =>
  ['items', 'pages', 'rounds', 'thesis'].some((name) => partial[name] !== undefined)
