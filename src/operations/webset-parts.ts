import {
  CreateEnrichmentRequest,
  EnrichmentReference,
  UpdateEnrichmentRequest,
  WebsetEnrichment,
} from '../contract/webset-enrichments.ts'
import { EventList, EventReference, ListEventsRequest, WebsetEvent } from '../contract/webset-events.ts'
import {
  EvidencePage,
  EvidencePageRequest,
  EvidenceRequest,
  ItemEvidence,
} from '../contract/webset-evidence.ts'
import {
  DeletedItems,
  DeleteItemsRequest,
  ItemList,
  ItemReference,
  ListItemsRequest,
  WebsetItem,
} from '../contract/webset-items.ts'
import {
  CreateWebsetSearchRequest,
  WebsetSearch,
  WebsetSearchReference,
} from '../contract/webset-searches.ts'
import { operation } from './operation.ts'

export const createWebsetSearch = operation({
  name: 'websets.searches.create',
  summary: 'Look for further items of a webset, or judge its items anew.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateWebsetSearchRequest,
  output: WebsetSearch,
  run: ({ services, caller }, input) => services.websets.searches.create(caller, input),
})

export const getWebsetSearch = operation({
  name: 'websets.searches.get',
  summary: 'See how far a search is.',
  scope: 'read',
  limitClass: 'websets',
  input: WebsetSearchReference,
  output: WebsetSearch,
  run: ({ services, caller }, input) => services.websets.searches.get(caller, input.webset, input.id),
})

export const cancelWebsetSearch = operation({
  name: 'websets.searches.cancel',
  summary: 'End a search. What it has found stays.',
  scope: 'write',
  limitClass: 'websets',
  input: WebsetSearchReference,
  output: WebsetSearch,
  run: ({ services, caller }, input) => services.websets.searches.cancel(caller, input.webset, input.id),
})

export const listWebsetItems = operation({
  name: 'websets.items.list',
  summary: 'List the items of a webset in the order of their discovery.',
  scope: 'read',
  limitClass: 'websets',
  input: ListItemsRequest,
  output: ItemList,
  run: ({ services, caller }, input) => services.websets.items.list(caller, input),
})

export const getWebsetItem = operation({
  name: 'websets.items.get',
  summary: 'Read an item: its properties, what each criterion rests on, and what was found out about it.',
  scope: 'read',
  limitClass: 'websets',
  input: ItemReference,
  output: WebsetItem,
  run: ({ services, caller }, input) => services.websets.items.get(caller, input.webset, input.id),
})

export const getItemEvidence = operation({
  name: 'websets.items.evidence',
  summary: 'Say what an item rests on: for each verdict and value who read it, when, and where it stands.',
  scope: 'read',
  limitClass: 'other',
  input: EvidenceRequest,
  output: ItemEvidence,
  run: ({ services, caller }, input) => services.websets.evidence.of(caller, input.webset, input.id),
})

export const getEvidencePage = operation({
  name: 'websets.items.evidencePage',
  summary: 'Read a page that an item quotes, as it was then.',
  scope: 'read',
  limitClass: 'other',
  input: EvidencePageRequest,
  output: EvidencePage,
  run: ({ services, caller }, input) => services.websets.evidence.page(caller, input),
})

export const deleteWebsetItems = operation({
  name: 'websets.items.deleteMany',
  summary: 'Take many items out of a webset at once.',
  scope: 'write',
  limitClass: 'other',
  input: DeleteItemsRequest,
  output: DeletedItems,
  run: ({ services, caller }, input) => services.websets.items.removeMany(caller, input),
})

export const deleteWebsetItem = operation({
  name: 'websets.items.delete',
  summary: 'Take an item out of a webset.',
  scope: 'write',
  limitClass: 'websets',
  input: ItemReference,
  output: WebsetItem,
  run: ({ services, caller }, input) => services.websets.items.remove(caller, input.webset, input.id),
})

export const createWebsetEnrichment = operation({
  name: 'websets.enrichments.create',
  summary: 'Find out something about every item of a webset, those to come included.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateEnrichmentRequest,
  output: WebsetEnrichment,
  run: ({ services, caller }, input) => services.websets.enrichments.create(caller, input),
})

export const getWebsetEnrichment = operation({
  name: 'websets.enrichments.get',
  summary: 'Read an enrichment.',
  scope: 'read',
  limitClass: 'websets',
  input: EnrichmentReference,
  output: WebsetEnrichment,
  run: ({ services, caller }, input) => services.websets.enrichments.get(caller, input.webset, input.id),
})

export const updateWebsetEnrichment = operation({
  name: 'websets.enrichments.update',
  summary: 'Change an enrichment. Where it asks something else than before, every item is looked at anew.',
  scope: 'write',
  limitClass: 'websets',
  input: UpdateEnrichmentRequest,
  output: WebsetEnrichment,
  run: ({ services, caller }, input) => services.websets.enrichments.update(caller, input),
})

export const cancelWebsetEnrichment = operation({
  name: 'websets.enrichments.cancel',
  summary: 'End an enrichment for good. What it has found stays.',
  scope: 'write',
  limitClass: 'websets',
  input: EnrichmentReference,
  output: WebsetEnrichment,
  run: ({ services, caller }, input) => services.websets.enrichments.cancel(caller, input.webset, input.id),
})

export const deleteWebsetEnrichment = operation({
  name: 'websets.enrichments.delete',
  summary: 'Delete an enrichment with its results.',
  scope: 'write',
  limitClass: 'websets',
  input: EnrichmentReference,
  output: WebsetEnrichment,
  run: ({ services, caller }, input) => services.websets.enrichments.remove(caller, input.webset, input.id),
})

export const listWebsetEvents = operation({
  name: 'websets.events.list',
  summary: 'List what happened to the websets of the team, the newest first.',
  scope: 'read',
  limitClass: 'websets',
  input: ListEventsRequest,
  output: EventList,
  run: ({ services, caller }, input) => services.websets.events.list(caller, input),
})

export const getWebsetEvent = operation({
  name: 'websets.events.get',
  summary: 'Read an event.',
  scope: 'read',
  limitClass: 'websets',
  input: EventReference,
  output: WebsetEvent,
  run: ({ services, caller }, input) => services.websets.events.get(caller, input.id),
})
