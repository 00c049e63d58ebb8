/** What clients rely on, each with where it is said. Tests cite the ids in their names; one that none cites fails. */
export interface Requirement {
  readonly id: string
  /** The section of the Websets contract, or the client that needs it. */
  readonly source: string
  readonly text: string
}

const websets = (section: string, all: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(all).map(([id, text]) => ({ id, source: `Websets API, ${section}`, text }))

const responses = (all: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(all).map(([id, text]) => ({ id, source: 'OpenAI SDK, /responses', text }))

const searchMonitors = (all: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(all).map(([id, text]) => ({ id, source: 'Search Monitors API', text }))

const research = (all: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(all).map(([id, text]) => ({ id, source: 'Research API', text }))

const agent = (all: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(all).map(([id, text]) => ({ id, source: 'Agent API', text }))

export const requirements: readonly Requirement[] = [
  ...websets('websets', {
    'WS-1': 'create answers 201 with the whole webset, pending or running when there is work',
    'WS-2': 'a second webset with the same externalId is a 409',
    'WS-3': 'a webset is read, changed, canceled and deleted by its id or its externalId',
    'WS-4': 'expand=items adds the items',
    'WS-5': 'lists are pages with a cursor, the newest first; search looks in id, externalId and title',
    'WS-6': 'update is a POST; metadata null empties it',
    'WS-7': 'delete answers the deleted webset, and it is gone',
    'WS-8': 'cancel ends searches and enrichments with their reasons, keeps items, and can be repeated',
    'WS-9': 'waitUntilIdle returns when all is done, and never before',
    'WS-10': 'the header x-exa-websets-priority is taken, and checked',
    'WS-11': '{} makes an empty webset that rests',
  }),
  ...websets('preview', {
    'PV-1': 'preview answers entity, criteria and enrichments, and items only with search=true',
    'PV-2': 'a query of which nothing can be made is a 422',
  }),
  ...websets('searches', {
    'SE-1': 'a search has every field of its shape from the beginning',
    'SE-2': 'criteria and entity are generated when left out',
    'SE-3': 'progress, success rates and recall are given',
    'SE-4': 'a search can be canceled by itself',
    'SE-5': 'append keeps items and override judges them anew',
    'SE-6': 'exclude and scope take websets; unknown ones are a 404',
  }),
  ...websets('items', {
    'IT-1': 'an item has every field of its shape; properties go by the type of entity',
    'IT-2': 'items are listed in the order of discovery, by pages, and by source',
    'IT-3': 'an item is read and deleted by its id',
    'IT-4': 'evaluations quote what they rest on',
  }),
  ...websets('enrichments', {
    'EN-1': 'an enrichment is created, read, changed, canceled and deleted, each answering the object',
    'EN-2': 'results are lists of strings, pending until they are there',
    'EN-3': 'an enrichment added later is done for the items that are there',
    'EN-4': 'the format is chosen when left out',
  }),
  ...websets('imports', {
    'IM-1': 'create answers 201 with every field, and where and until when to upload',
    'IM-2': 'CSV text is uploaded without a key or a content type, read, and completed',
    'IM-3': 'an import is read, listed, changed and deleted, each answering the object',
    'IM-4':
      'a file that cannot be imported fails with one of the three reasons, and waitUntilCompleted says why',
    'IM-5': 'the address of an upload is good once, for an hour, and for no more than was declared',
    'IM-6': 'every row of an import becomes an item without evaluations, and is enriched',
    'IM-7': 'a webset may be loaded from another, which is an import of the format webset',
    'IM-8': 'scope and exclude take imports',
    'IM-9': 'import.created and import.completed carry the import',
    'IM-10': 'a webset that is made before its import is read waits for it',
  }),
  ...websets('events', {
    'EV-1': 'events are listed by type and time, the newest first, and read by id',
    'EV-2': 'they come in a legal order, and webset.idle once, after the last item',
    'EV-3': 'they carry the whole resource as it was',
  }),
  ...websets('webhooks', {
    'WH-1': 'a webhook is created, read, updated and deleted, each answering the whole object',
    'WH-2': 'the secret is in the answer to the creation alone',
    'WH-3': 'webhooks are listed by pages, the newest first',
    'WH-4': 'each of the 19 types of events can be asked for, and nothing else',
    'WH-5': 'events are posted as they are read, with a signature of the bytes that is new for each try',
    'WH-6': 'every try is an attempt, listed by type and success, the newest first',
    'WH-7': 'what did not arrive is sent again',
  }),
  ...websets('monitors', {
    'MO-1': 'create answers 201 with the whole monitor: enabled, with defaults filled in and its next run',
    'MO-2': 'a cadence has five fields and a time zone, and comes once a day at most; else a 400 says why',
    'MO-3': 'a monitor is read, listed by pages and by webset, changed in each part, and deleted',
    'MO-4': 'one that is disabled has no next run',
    'MO-5': 'a run repeats the last search unless it is told otherwise, and appends by default',
    'MO-6': 'runs are listed and read; those of an unknown monitor are an empty list',
    'MO-7': 'the five events of monitors carry the monitor or the run',
    'MO-8': 'a webset shows its monitors',
    'MO-9': 'parameters that older clients nest, and refreshes, are taken',
  }),
  ...websets('exports', {
    'EX-1': 'events of exports are listed where their types are named, and nowhere else',
  }),
  ...websets('team', {
    'TM-1': 'the team shows concurrency and limits, under both paths',
    'TM-2': 'more than may work and wait is a 429',
  }),
  ...websets('errors', {
    'ER-1': 'errors are { statusCode, message, error, timestamp, path }, and exa-js shows the message',
    'ER-2': 'each rule of validation names the field, what came and what is expected',
  }),
  ...agent({
    'AM-1': 'create answers a monitor that is creating; after its first refresh it is active',
    'AM-2': 'entities are listed with contents by field id, citations and the version',
    'AM-3': 'changes are listed from a cursor or a time, and nextCursor is null only for an empty page',
    'AM-4': 'entities are added, each domain once',
    'AM-5': 'an Idempotency-Key makes one monitor, and a 409 with another body',
    'AM-6': 'monitors are listed by pages, and delete answers agent_monitor.deleted',
    'AM-7': 'bad requests are a 400, also one without the beta header',
    'AM-8': 'a backtest reads pages as they were within its window',
  }),
  ...responses({
    'OR-1': 'a plain call waits for the run and answers with its text and url_citation annotations',
    'OR-2': 'input is a text or a list of messages; instructions are taken',
    'OR-3': 'a stream has the events of OpenAI with increasing sequence_number, and can be taken up again',
    'OR-4': 'the stream helper of the SDK puts the response together',
    'OR-5': 'frames have a name and data, with LF and no [DONE]',
    'OR-6': 'background answers at once; retrieve and cancel work on it',
    'OR-7': 'previous_response_id continues a completed response',
    'OR-8': 'text.format json_schema gives structured output',
    'OR-9': 'long efforts need stream or background; errors are shown by the SDK',
  }),
  ...searchMonitors({
    'SM-1': 'create answers 201 with the whole monitor and, this once, the secret of its webhook',
    'SM-2': 'what a monitor cannot be is a 400 that names the field',
    'SM-3': 'monitors are listed by pages, the newest first, by status, name and metadata',
    'SM-4': 'an update merges search and webhook, null empties, and status is active or paused',
    'SM-5': 'a run looks at what is new since the last one, and reports nothing twice',
    'SM-6': 'a run reports no more than numResults',
    'SM-7': 'the content is text, or an object by outputSchema or one that is inferred',
    'SM-8': 'the five events are posted, signed; those of runs carry the metadata of the monitor',
    'SM-9': 'a webhook is told what it asked for alone',
    'SM-10': 'a batch is a dry run unless told, and deletes, pauses and unpauses',
    'SM-11': 'trigger runs one that is active or paused',
    'SM-12': 'what is not there is a 404 with MONITOR_NOT_FOUND',
  }),
  ...research({
    'RS-1': 'create answers 201 with the research, times in milliseconds',
    'RS-2': 'polling sees it completed, with its output; events only when asked for',
    'RS-3': 'costDollars counts searches, pages and tokens, and is their price',
    'RS-4': 'events come in the order of the contract, with plans, tasks and operations',
    'RS-5': 'a stream follows live research and replays finished research',
    'RS-6': 'frames of a stream are two lines, name and data, with LF and no id',
    'RS-7': 'outputSchema gives a validated parsed, and content is its JSON',
    'RS-8': 'a failure has a reason, and ends the stream with it',
    'RS-9': 'lists are pages with a cursor, the newest first',
    'RS-10': 'bad requests are a 400, unknown ids a 404, unknown keys a 401',
    'RS-11': 'too many at once are a 429',
    'RS-12': 'canceled research is shown as such',
  }),
  ...agent({
    'AG-1': 'create answers 200 with a run that is not null-filled, and echoes metadata',
    'AG-2': 'polling and createAndWait see the run completed, with text and grounding',
    'AG-3': 'usage and costDollars are filled, metered or by the price of the effort',
    'AG-4': 'a stream of creation brings created, started, progress and the full run',
    'AG-5': 'events are listed by cursor; a replay sends what is stored after Last-Event-ID and closes',
    'AG-6': 'lists are pages with a cursor, the newest first',
    'AG-7': 'cancel ends a run, and leaves one that has ended as it is',
    'AG-8': 'delete answers agent_run.deleted, and the run is gone',
    'AG-9': 'stop ends ultra and max with what they have; other efforts are a 400',
    'AG-10': 'the beta client does the same; the effort max needs its header',
    'AG-11': 'outputSchema gives a validated structured, with grounding for each field',
    'AG-12': 'a failed run has an error with a message',
    'AG-13': 'previousRunId continues a completed run of the team',
    'AG-14': 'bad requests are a 400 with type and code',
    'AG-15': 'unknown runs are a 404, unknown keys a 401',
    'AG-16': 'too many runs at once are a 429',
    'AG-17': 'zero retention keeps a run for ten minutes, without replay and continuation',
  }),
]
