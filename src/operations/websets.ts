import { z } from 'zod'
import { FeedEvent, FollowWebsetRequest, ListRowsRequest, RowList } from '../contract/webset-rows.ts'
import {
  CreateWebsetRequest,
  GetWebsetRequest,
  ListWebsetsRequest,
  PreviewWebsetRequest,
  UpdateWebsetRequest,
  Webset,
  WebsetId,
  WebsetList,
  WebsetPreview,
  WebsetsTeam,
  WebsetWithItems,
} from '../contract/websets.ts'
import { operation } from './operation.ts'

export const createWebset = operation({
  name: 'websets.create',
  summary: 'Make a list of things that meet criteria, and begin to fill it.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateWebsetRequest,
  output: Webset,
  run: ({ services, caller }, input) => services.websets.create(caller, input),
})

export const previewWebset = operation({
  name: 'websets.preview',
  summary:
    'Say what a query comes to: entity, criteria, enrichments and, if asked, some items. Nothing is made.',
  scope: 'read',
  limitClass: 'websets',
  input: PreviewWebsetRequest,
  output: WebsetPreview,
  run: ({ services, caller, meter, signal }, input) =>
    services.websets.preview(caller, input, { meter, signal }),
})

export const listWebsets = operation({
  name: 'websets.list',
  summary: "List the team's websets, the newest first.",
  scope: 'read',
  limitClass: 'websets',
  input: ListWebsetsRequest,
  output: WebsetList,
  run: ({ services, caller }, input) => services.websets.list(caller, input),
})

export const getWebset = operation({
  name: 'websets.get',
  summary: 'Read a webset with its searches and enrichments, and its items if asked.',
  scope: 'read',
  limitClass: 'websets',
  input: GetWebsetRequest,
  output: WebsetWithItems,
  run: ({ services, caller }, input) => services.websets.get(caller, input.id, input.expand),
})

export const updateWebset = operation({
  name: 'websets.update',
  summary: 'Change the title or the metadata of a webset.',
  scope: 'write',
  limitClass: 'websets',
  input: UpdateWebsetRequest,
  output: Webset,
  run: ({ services, caller }, input) => services.websets.update(caller, input),
})

export const cancelWebset = operation({
  name: 'websets.cancel',
  summary: 'End everything a webset is doing. What it has found stays.',
  scope: 'write',
  limitClass: 'websets',
  input: WebsetId,
  output: Webset,
  run: ({ services, caller }, input) => services.websets.cancel(caller, input.id),
})

export const deleteWebset = operation({
  name: 'websets.delete',
  summary: 'Delete a webset with its items.',
  scope: 'write',
  limitClass: 'websets',
  input: WebsetId,
  output: Webset,
  run: ({ services, caller }, input) => services.websets.remove(caller, input.id),
})

export const getWebsetsTeam = operation({
  name: 'websets.team',
  summary: 'Say how many websets of the team are at work and wait, and how many may.',
  scope: 'read',
  limitClass: 'websets',
  input: z.object({}),
  output: WebsetsTeam,
  run: ({ services, caller }) => services.websets.team(caller),
})

export const listWebsetRows = operation({
  name: 'websets.rows',
  summary: 'Read a webset as a table, sorted, filtered and paged, without the texts of pages.',
  scope: 'read',
  limitClass: 'other',
  input: ListRowsRequest,
  output: RowList,
  run: ({ services, caller }, input) => services.websets.rows(caller, input),
})

export const followWebset = operation({
  name: 'websets.follow',
  summary: 'Follow a webset as it happens, from what it is now or from the last event that was seen.',
  scope: 'read',
  limitClass: 'other',
  input: FollowWebsetRequest,
  output: z.never(),
  stream: {
    event: FeedEvent,
    failure: ({ code, message }, requestId) => ({
      id: null,
      type: 'error' as const,
      createdAt: new Date().toISOString(),
      data: { code, message, requestId },
    }),
    frame: ({ type, id }) => ({ name: type, id }),
  },
  run: async ({ services, caller, signal }, input) => services.websets.follow(caller, input, signal),
})
