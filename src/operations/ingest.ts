import { z } from 'zod'
import {
  CreateIngestRequest,
  FollowIngestRequest,
  IngestEvent,
  IngestJob,
  IngestList,
  IngestReference,
  ListIngestRequest,
  Upload,
  UploadRequest,
} from '../contract/ingest.ts'
import { operation } from './operation.ts'

export const createIngest = operation({
  name: 'ingest.create',
  summary: 'Bring pages into the index: crawl sites, or read files.',
  scope: 'ingest',
  limitClass: 'other',
  input: CreateIngestRequest,
  output: IngestJob,
  run: ({ services, caller }, input) => services.sources.create(caller, input),
})

export const listIngest = operation({
  name: 'ingest.list',
  summary: "List the team's ingest jobs, the newest first.",
  scope: 'read',
  limitClass: 'other',
  input: ListIngestRequest,
  output: IngestList,
  run: ({ services, caller }, input) => services.sources.list(caller, input),
})

export const getIngest = operation({
  name: 'ingest.get',
  summary: 'See how far an ingest job is, how fast, and what failed for which reason.',
  scope: 'read',
  limitClass: 'other',
  input: IngestReference,
  output: IngestJob,
  run: ({ services, caller }, input) => services.sources.get(caller, input.id),
})

export const followIngest = operation({
  name: 'ingest.follow',
  summary: 'Follow an ingest job as it goes on: all that is known of it, with each change, until it is over.',
  scope: 'read',
  limitClass: 'other',
  input: FollowIngestRequest,
  output: z.never(),
  stream: {
    event: IngestEvent,
    failure: ({ code, message }, requestId) => ({
      id: null,
      type: 'error' as const,
      createdAt: new Date().toISOString(),
      data: { code, message, requestId },
    }),
    frame: ({ type, id }) => ({ name: type, id }),
  },
  run: async ({ services, caller, signal }, input) => services.sources.follow(caller, input, signal),
})

export const cancelIngest = operation({
  name: 'ingest.cancel',
  summary: 'End an ingest job and its recrawls. What it has stored stays.',
  scope: 'ingest',
  limitClass: 'other',
  input: IngestReference,
  output: IngestJob,
  run: ({ services, caller }, input) => services.sources.cancel(caller, input.id),
})

export const deleteIngest = operation({
  name: 'ingest.delete',
  summary: 'Cancel an ingest job and forget it. The pages it brought stay.',
  scope: 'ingest',
  limitClass: 'other',
  input: IngestReference,
  output: IngestJob,
  run: ({ services, caller }, input) => services.sources.remove(caller, input.id),
})

export const uploadFile = operation({
  name: 'ingest.upload',
  summary: 'Send a file, to be read by an ingest job.',
  scope: 'ingest',
  limitClass: 'other',
  input: UploadRequest,
  output: Upload,
  run: ({ services, caller }, input) => services.sources.upload(caller, input),
})
