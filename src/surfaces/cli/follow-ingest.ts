import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { CreateIngestRequest, IngestJob } from '../../contract/ingest.ts'
import type { ApiClient } from './api-client.ts'
import { CliError } from './cli-error.ts'
import { bar, duration } from './progress-bar.ts'
import type { Terminal } from './terminal.ts'

export interface FollowOptions {
  readonly json?: boolean
  readonly detach?: boolean
}

const pollMs = 500
/** Where nobody watches a line change, one is printed now and then. */
const plainEveryMs = 10_000

/** Starts an ingest job and shows how it goes until it has ended; a job that failed is a failed command. */
export async function followIngest(
  api: ApiClient,
  terminal: Terminal,
  request: z.input<typeof CreateIngestRequest>,
  { json, detach }: FollowOptions,
): Promise<IngestJob> {
  let job = await api<IngestJob>('POST', '/winnow/v1/ingest', request)
  if (detach) {
    terminal.print(json ? JSON.stringify(job, null, 2) : job.id)
    return job
  }
  let printedAt = Date.now()
  while (job.status === 'queued' || job.status === 'running') {
    await delay(pollMs)
    job = await api<IngestJob>('GET', `/winnow/v1/ingest/${job.id}`)
    if (json) continue
    terminal.progress(progressLine(job))
    if (!terminal.isInteractive && Date.now() - printedAt >= plainEveryMs) {
      terminal.note(progressLine(job))
      printedAt = Date.now()
    }
  }
  terminal.progress(null)
  if (json) terminal.print(JSON.stringify(job, null, 2))
  else report(job, terminal)
  if (job.status === 'failed') throw new CliError(job.error ?? 'The ingest job failed.')
  return job
}

export function progressLine({ status, progress }: IngestJob): string {
  if (status === 'queued') return 'waiting for a worker…'
  const { done, total, bytes, totalBytes, failed, perSecond, etaSeconds } = progress
  const share = Math.min(1, totalBytes ? bytes / totalBytes : total ? done / total : 0)
  return [
    `${total || totalBytes ? `${bar(share)} ` : ''}${done}${total === null ? '' : ` of ${total}`}`,
    failed > 0 ? `${failed} failed` : '',
    perSecond === null ? '' : `${perSecond.toFixed(1)}/s`,
    etaSeconds === null ? '' : `${duration(etaSeconds)} left`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function report({ status, progress, failures, startedAt, endedAt }: IngestJob, terminal: Terminal): void {
  const seconds = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : 0
  const { done, stored, unchanged, removed, bytes } = progress
  const details = [
    unchanged > 0 ? `${unchanged} unchanged` : '',
    removed > 0 ? `${removed} removed` : '',
    `${size(bytes)} in ${duration(seconds)}`,
  ].filter(Boolean)
  terminal.print(`${status}: ${done} visited, ${stored} stored (${details.join(', ')})`)
  if (failures.length === 0) return
  terminal.table(
    ['FAILED', 'CAUSE', 'FOR EXAMPLE'],
    failures.map(({ cause, count, examples }) => [String(count), cause, examples[0] ?? '']),
  )
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
