import { pick, pickPresent, record, records, text, type Json } from './json.ts'
import { tier1 } from './project-item.ts'
import { clip } from './size-guard.ts'

/** What an agent is shown of each resource. The objects of the API are several times as long. */

export function projectWebset(webset: Json): Json {
  const { searches, enrichments, monitors, imports } = webset
  const first = records(searches)[0] ?? records(imports)[0]
  return {
    ...pick(webset, 'id externalId status title'),
    entityType: record(first?.entity).type ?? null,
    ...pick(webset, 'metadata'),
    counts: {
      searches: records(searches).length,
      enrichments: records(enrichments).length,
      monitors: records(monitors).length,
      imports: records(imports).length,
    },
    searches: records(searches).map((one) => ({
      ...pick(one, 'id status query'),
      progress: progressOf(one),
    })),
    enrichments: records(enrichments).map((one) => pick(one, 'id status description format')),
    monitors: records(monitors).map((one) => pick(one, 'id status nextRunAt')),
    imports: records(imports).map((one) => pick(one, 'id status count')),
    ...pick(webset, 'createdAt'),
  }
}

const progressOf = (search: Json): Json => pick(record(search.progress), 'found analyzed completion timeLeft')

export function projectSearch(search: Json): Json {
  const { found, analyzed } = record(search.progress)
  const expected = record(record(search.recall).expected)
  return {
    ...pick(search, 'id websetId status query behavior count'),
    progress: progressOf(search),
    stringency: Number(found ?? 0) / Math.max(Number(analyzed ?? 0), 1),
    criteria: records(search.criteria).map((one) => pick(one, 'description successRate')),
    recall: search.recall
      ? {
          ...pick(expected, 'total'),
          ...pick(record(expected.bounds), 'min max'),
          ...pick(expected, 'confidence'),
        }
      : null,
    ...pick(search, 'canceledReason metadata'),
  }
}

export const projectEnrichment = (enrichment: Json): Json =>
  pick(
    enrichment,
    'id websetId status title description instructions format options metadata createdAt updatedAt',
  )

export function projectMonitor(monitor: Json): Json {
  return {
    ...pick(monitor, 'id websetId status'),
    cadence: pick(record(monitor.cadence), 'cron timezone'),
    ...pick(monitor, 'nextRunAt'),
    lastRun: monitor.lastRun ? pick(record(monitor.lastRun), 'id status completedAt failedReason') : null,
    config: pick(record(record(monitor.behavior).config), 'query count behavior'),
    ...pick(monitor, 'metadata'),
  }
}

export const projectMonitorRun = (run: Json): Json =>
  pick(run, 'id monitorId status type createdAt completedAt failedAt failedReason canceledAt')

export const projectWebhook = (webhook: Json): Json => pick(webhook, 'id status url events metadata')

export const projectAttempt = (attempt: Json): Json => ({
  ...pick(attempt, 'id eventId eventType attempt successful responseStatusCode attemptedAt'),
  ...(attempt.successful === false && { responseBody: clip(text(attempt.responseBody) ?? '', 500) }),
})

export function projectImport(one: Json): Json {
  return {
    ...pick(one, 'id status format'),
    entityType: record(one.entity).type ?? null,
    ...pick(one, 'title count failedReason failedMessage metadata'),
    ...pickPresent(one, 'uploadUrl uploadValidUntil'),
  }
}

type Projection = (data: Json, shown: Parameters<typeof tier1>[1]) => Json

const kinds: Readonly<Record<string, Projection>> = {
  webset: projectWebset,
  webset_search: projectSearch,
  webset_item: tier1,
  import: projectImport,
  monitor: projectMonitor,
  monitor_run: projectMonitorRun,
  webset_export: (data) => pickPresent(data, 'id websetId format status createdAt completedAt'),
}

/** Whom an event is about; the whole of it stands only in the answer to `events.get`. */
export function projectEvent(event: Json): Json {
  const data = record(event.data)
  const kind = text(data.object) ?? 'unknown'
  return {
    ...pick(event, 'id type createdAt'),
    subject: {
      kind,
      id: data.id ?? null,
      websetId: kind === 'webset' ? (data.id ?? null) : (data.websetId ?? null),
      ...pickPresent(data, 'status'),
    },
  }
}

export function projectEventWhole(event: Json, shown: Parameters<Projection>[1]): Json {
  const data = record(event.data)
  const project = kinds[text(data.object) ?? '']
  return { ...projectEvent(event), data: project ? project(data, shown) : pick(data, 'id object') }
}

export function projectResearch(research: Json, withOutput = true): Json {
  const { status } = research
  const output = record(research.output)
  return {
    ...pick(research, 'researchId status model createdAt'),
    ...(status === 'completed' &&
      withOutput && {
        output: output.content ?? null,
        ...(output.parsed !== undefined && { parsed: output.parsed }),
        cost: research.costDollars ?? null,
        finishedAt: research.finishedAt ?? null,
      }),
    ...(status === 'failed' && pick(research, 'error')),
    ...pickPresent(research, 'events'),
  }
}

export const deleted = (last: Json, project: (one: Json) => Json): Json => ({
  ...project(last),
  id: last.id ?? null,
  deleted: true,
})
