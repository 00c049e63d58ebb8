import type { IngestJob, Upload } from '../../../src/contract/ingest.ts'
import type { IndexStatus } from '../../../src/contract/index-status.ts'
import { ask, post } from './client.ts'

const base = '/winnow/v1/ingest'

interface JobList {
  readonly data: readonly IngestJob[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export const listJobs = (limit: number, signal?: AbortSignal): Promise<JobList> =>
  ask(`${base}?limit=${limit}`, { signal })
export const createJob = (request: object): Promise<IngestJob> => post(base, request)
export const cancelJob = (id: string): Promise<IngestJob> => post(`${base}/${id}/cancel`, undefined)
export const deleteJob = (id: string): Promise<IngestJob> => ask(`${base}/${id}`, { method: 'DELETE' })

export const uploadFile = (file: File): Promise<Upload> =>
  ask(`${base}/uploads?name=${encodeURIComponent(file.name)}`, { method: 'PUT', body: file })

/** The operator's alone. */
export const getIndexStatus = (signal?: AbortSignal): Promise<IndexStatus> =>
  ask('/winnow/v1/index', { signal })
