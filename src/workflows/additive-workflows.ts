import { seed, type Seed } from './seed-workflows.ts'

const additive = (...row: Parameters<typeof seed>): Seed => ({ ...seed(...row), status: 'additive' })

/** Beside the six that the archive begins with: those beyond them. */
export const additiveWorkflows: readonly Seed[] = [
  additive(
    'workflow-retrieval-read',
    'retrieval.searchAndRead',
    'Search and read',
    'Search, and read the best pages that were found, with what came of each.',
    [2, 2, 2, 1, 3],
    'applied',
    'For whoever wants to read for themselves; nothing is judged and nothing is kept.',
    [
      ['searching', 'Search once.', 'The order of the results decides what is read.', 'exa.search', 'hits'],
      [
        'reading',
        'Read the best pages, each by itself.',
        'A page that cannot be read must not cost the others.',
        'exa.getContents',
        'pages',
      ],
    ],
  ),
  additive(
    'workflow-retrieval-expand',
    'retrieval.expandAndCollect',
    'Expand and collect',
    'Search with several queries and around pages that are known, and collect each page once.',
    [4, 2, 2, 1, 2],
    'exploratory',
    'Pages are the same when their addresses lead to the same place; who found what is told.',
    [
      [
        'searching',
        'Search with every query, and for pages like every seed.',
        'What one way of asking misses another finds.',
        'exa.search exa.findSimilar',
        'hits',
      ],
      [
        'collecting',
        'Take each page once, those first that several found near the top.',
        'The same page under several addresses is one page.',
        'exa.search exa.findSimilar',
        'pages sources',
      ],
    ],
  ),
  additive(
    'workflow-retrieval-answer',
    'retrieval.verifiedAnswer',
    'Verified answer',
    'Answer a question, look up every statement in the pages it cites, and decline what they do not say.',
    [1, 2, 4, 1, 5],
    'confirmatory',
    'No answer is better than one that its sources do not bear out.',
    [
      [
        'answering',
        'Have the question answered, with citations.',
        'One answer is what is asked for.',
        'exa.answer',
        'answer citations',
      ],
      [
        'checking',
        'Read the cited pages and look up every statement.',
        'A citation says where to look, and not that it stands there.',
        'exa.getContents',
        'statements',
      ],
    ],
  ),
  additive(
    'workflow-semantic-cron',
    'semantic.cron',
    'Standing question',
    'Ask a question by the clock, and tell what is new or has changed since it was last asked.',
    [2, 2, 2, 5, 3],
    'applied',
    'The monitor keeps the time, and remembers what was told; a task only asks it.',
    [
      [
        'creating',
        'Create a search monitor, unless there is one.',
        'The schedule outlives the task.',
        'searchMonitors.create',
        'monitorId',
      ],
      [
        'running',
        'Have it run now, and wait.',
        'Who asks wants to know today.',
        'searchMonitors.trigger',
        'runId',
      ],
      [
        'comparing',
        'Read what the runs reported, and the pages that were told of before.',
        'A page that says something else is news as well.',
        'searchMonitors.runs.list exa.getContents',
        'pages',
      ],
      [
        'remembering',
        'Note on the monitor what has been told.',
        'The next who asks hears of nothing twice.',
        'searchMonitors.update',
        'nextRunAt',
      ],
    ],
  ),
  additive(
    'workflow-verify-enrichments',
    'verify.enrichments',
    'Verify enrichments',
    'Check the enrichment results of a webset against its sources, cell by cell, with quotes.',
    [3, 1, 4, 2, 5],
    'confirmatory',
    'Changes nothing in the webset; a verdict always has its place in a page.',
    [
      [
        'collecting',
        'Read the items and what their cells were quoted from.',
        'Those pages are the first that must say it.',
        'websets.get items.getAll',
        'items',
      ],
      [
        'checking',
        'Read the sources, ask them again, and judge every cell.',
        'A second reading that differs is how mistakes show.',
        'exa.getContents',
        'cells',
      ],
      [
        'counting',
        'Count the verdicts.',
        'The share that holds is what is asked for first.',
        'exa.getContents',
        'confirmedCount',
      ],
    ],
  ),
]
