import { expect, test } from 'vitest'
import type { IngestJob } from '../../contract/ingest.ts'
import { followIngest, progressLine } from './follow-ingest.ts'
import type { Terminal } from './terminal.ts'

const jobWith = (status: IngestJob['status'], progress: Partial<IngestJob['progress']> = {}): IngestJob => ({
  id: 'ingest_1',
  object: 'ingest',
  status,
  source: { kind: 'discovery', queries: ['x'], numResults: 1 },
  recrawlHours: null,
  run: 1,
  progress: {
    done: 0,
    total: null,
    stored: 0,
    unchanged: 0,
    removed: 0,
    failed: 0,
    bytes: 0,
    totalBytes: null,
    perSecond: null,
    etaSeconds: null,
    ...progress,
  },
  failures: [{ cause: 'robots', count: 2, examples: ['https://a.example/x'] }],
  error: status === 'failed' ? 'The file is empty.' : null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:30.000Z',
  nextRunAt: null,
})

function watched() {
  const printed: string[] = []
  const terminal: Terminal = {
    isInteractive: false,
    print: (text) => void printed.push(text),
    write: (text) => void printed.push(text),
    note: () => {},
    style: (_, text) => text,
    progress: () => {},
    table: (_, rows) => printed.push(...rows.map((row) => row.join(' '))),
  }
  return { printed, terminal }
}
/** Answers the given states one after the other. */
const server = (...jobs: IngestJob[]) => {
  const calls: string[] = []
  const api = async <T>(method: string, path: string): Promise<T> => {
    calls.push(`${method} ${path}`)
    return (jobs.length > 1 ? jobs.shift() : jobs[0]) as T // what a test gives is what the server would
  }
  return { api, calls }
}
const request = { source: { kind: 'discovery' as const, queries: ['x'] } }

test('a line says how far it is, how fast, and how long it will take', () => {
  const line = progressLine(
    jobWith('running', { done: 50, total: 200, failed: 3, perSecond: 12.34, etaSeconds: 125 }),
  )
  expect(line).toBe('██████░░░░░░░░░░░░░░░░░░ 50 of 200 · 3 failed · 12.3/s · 2 min left')
  expect(progressLine(jobWith('running', { done: 7, bytes: 500, totalBytes: 1000 }))).toBe(
    '████████████░░░░░░░░░░░░ 7',
  )
})

test('a job is followed to its end and reported, with its failures by cause', async () => {
  const { printed, terminal } = watched()
  const { api, calls } = server(
    jobWith('queued'),
    jobWith('completed', { done: 9, stored: 7, bytes: 12_345 }),
  )
  await followIngest(api, terminal, request, {})
  expect(calls).toEqual(['POST /winnow/v1/ingest', 'GET /winnow/v1/ingest/ingest_1'])
  expect(printed).toEqual([
    'completed: 9 visited, 7 stored (12.3 KB in 2 min)',
    '2 robots https://a.example/x',
  ])
})

test('a job that failed is a failed command, and one that is left alone only says its id', async () => {
  const { printed, terminal } = watched()
  await followIngest(server(jobWith('queued')).api, terminal, request, { detach: true })
  expect(printed).toEqual(['ingest_1'])
  await expect(followIngest(server(jobWith('failed')).api, terminal, request, {})).rejects.toThrow(
    'The file is empty.',
  )
})
