import { expect, test } from 'vitest'
import type { Json } from '../../src/agent-side/index.ts'
import type { StandInOptions } from '../exa-stand-in.ts'
import { caseWorld, workflowCases } from '../workflow-cases.ts'
import { openWorkflows, type WorkflowScene } from '../workflow-scene.ts'

interface Happening {
  readonly world?: StandInOptions
  readonly args?: Json
  prepare?(scene: WorkflowScene): void
}

/** What may happen to a workflow, beside being cancelled in any step: that is in durable.test.ts. */
const happenings = {
  success: {},
  'search timeout': { world: { looks: 1e9 }, args: { timeout: 5000 } },
  'enrichment timeout': { world: { stuckEnrichments: true }, args: { timeout: 5000 } },
  '429 three times': {
    prepare: ({ standIn }) =>
      standIn.fail(/websets$|research\/v1$/, { method: 'POST', status: 429, times: 3 }),
  },
  'paused webset': { world: { isPaused: () => true } },
} satisfies Record<string, Happening>

/** The progress that is told, in its order, and how it ends: with its steps that were not ok, or in the step that failed. */
const table: readonly (readonly [string, keyof typeof happenings, progress: string, end: string])[] = [
  ['lifecycle.harvest', 'success', 'creating 1, searching 2, enriching 3, collecting 4, done 5', 'ok'],
  [
    'lifecycle.harvest',
    'search timeout',
    'creating 1, searching 2, collecting 4, done 5',
    'searching timed_out, enriching skipped',
  ],
  [
    'lifecycle.harvest',
    'enrichment timeout',
    'creating 1, searching 2, enriching 3, collecting 4, done 5',
    'enriching timed_out',
  ],
  ['lifecycle.harvest', '429 three times', 'creating 1', 'failed in creating'],
  ['lifecycle.harvest', 'paused webset', 'creating 1, searching 2', 'failed in searching with websetId'],

  [
    'convergent.search',
    'success',
    'creating 1, creating 2, creating 3, searching 3, searching 4, searching 5, searching 6, collecting 7, deduplicating 8, done 9',
    'ok',
  ],
  [
    'convergent.search',
    'search timeout',
    'creating 1, creating 2, creating 3, searching 3, searching 4, searching 5, searching 6, collecting 7',
    'failed in collecting with websetIds',
  ],
  [
    'convergent.search',
    '429 three times',
    'creating 1, creating 2, creating 3, searching 3, searching 4, searching 5, collecting 7, deduplicating 8, done 9',
    'creating 1/3 failed',
  ],
  [
    'convergent.search',
    'paused webset',
    'creating 1, creating 2, creating 3, searching 3, collecting 7',
    'failed in collecting with websetIds',
  ],

  [
    'adversarial.verify',
    'success',
    'creating thesis 1, creating antithesis 2, searching thesis 3, searching antithesis 4, collecting 5, synthesizing 6, done 7',
    'ok',
  ],
  [
    'adversarial.verify',
    'search timeout',
    'creating thesis 1, creating antithesis 2, searching thesis 3, searching antithesis 4, collecting 5, synthesizing 6, done 7',
    'searching thesis timed_out, searching antithesis timed_out, synthesizing timed_out',
  ],
  [
    'adversarial.verify',
    'enrichment timeout',
    'creating thesis 1, creating antithesis 2, searching thesis 3, searching antithesis 4, collecting 5, synthesizing 6, done 7',
    'searching thesis timed_out, searching antithesis timed_out',
  ],
  [
    'adversarial.verify',
    '429 three times',
    'creating thesis 1, creating antithesis 2, searching antithesis 4, collecting 5, synthesizing 6, done 7',
    'creating thesis failed',
  ],
  [
    'adversarial.verify',
    'paused webset',
    'creating thesis 1, creating antithesis 2, searching thesis 3, searching antithesis 4, collecting 5',
    'failed in collecting with thesisWebsetId, antithesisWebsetId',
  ],

  ['research.deep', 'success', 'creating 1, polling 2, done 3', 'ok'],
  ['research.deep', 'search timeout', 'creating 1, polling 2', 'failed in polling with researchId, status'],
  ['research.deep', '429 three times', 'creating 1', 'failed in creating'],

  [
    'research.verifiedCollection',
    'success',
    'creating 1, searching 2, collecting 3, researching 4, done 5',
    'ok',
  ],
  [
    'research.verifiedCollection',
    'search timeout',
    'creating 1, searching 2, collecting 3, researching 4, done 5',
    'searching timed_out, researching skipped',
  ],
  [
    'research.verifiedCollection',
    'enrichment timeout',
    'creating 1, searching 2, collecting 3, researching 4, done 5',
    'searching timed_out',
  ],
  ['research.verifiedCollection', '429 three times', 'creating 1', 'failed in creating'],
  [
    'research.verifiedCollection',
    'paused webset',
    'creating 1, searching 2',
    'failed in searching with websetId',
  ],

  [
    'qd.winnow',
    'success',
    'initializing 1, creating 2, searching 3, enriching 4, collecting 5, classifying 6, selecting 7, initializing 8, creating 9, searching 10, enriching 11, collecting 12, classifying 13, selecting 14',
    'ok',
  ],
  [
    'qd.winnow',
    'search timeout',
    'initializing 1, creating 2, searching 3, collecting 5, classifying 6, selecting 7, initializing 8, creating 9, searching 10, collecting 12, classifying 13, selecting 14',
    'searching 1 timed_out, enriching 1 skipped, searching 2 timed_out, enriching 2 skipped',
  ],
  [
    'qd.winnow',
    'enrichment timeout',
    'initializing 1, creating 2, searching 3, enriching 4, collecting 5, classifying 6, selecting 7, initializing 8, creating 9, searching 10, enriching 11, collecting 12, classifying 13, selecting 14',
    'enriching 1 timed_out, enriching 2 timed_out',
  ],
  ['qd.winnow', '429 three times', 'initializing 1, creating 2', 'failed in creating 1'],
  [
    'qd.winnow',
    'paused webset',
    'initializing 1, creating 2, searching 3',
    'failed in searching 1 with websetIds',
  ],
]

const totals: Readonly<Record<string, number>> = {
  'lifecycle.harvest': 5,
  'convergent.search': 9,
  'adversarial.verify': 7,
  'research.deep': 3,
  'research.verifiedCollection': 5,
  'qd.winnow': 14,
}

test.each(table)('check 7: %s, %s', async (type, name, progress, end) => {
  const [, usual = {}] = workflowCases.find(([known]) => known === type) ?? []
  const { world = {}, args = {}, prepare }: Happening = happenings[name]
  const scene = openWorkflows({ looks: 1, ...caseWorld, ...world })
  prepare?.(scene)
  const { task, result, partial } = await scene.run(type, { ...usual, ...args })
  expect(scene.told()).toEqual(progress.split(', ').map((step) => `${step}/${totals[type]}`))
  const completed = scene.progress.map((one) => one.completed)
  expect(completed).toEqual(completed.toSorted((a, b) => a - b))
  if (task.status === 'failed') {
    expect(task.error?.recoverable).toBe(true)
    const kept = Object.keys(partial ?? {})
    expect(`failed in ${task.error?.step}${kept.length > 0 ? ` with ${kept.join(', ')}` : ''}`).toBe(end)
    return
  }
  expect(task.status).toBe('completed')
  const steps = result.steps as { name: string; status: string; duration: number }[]
  const unusual = steps.filter(({ status }) => status !== 'ok')
  expect(unusual.map((step) => `${step.name} ${step.status}`).join(', ') || 'ok').toBe(end)
  expect(result.timedOut ?? false).toBe(unusual.some(({ status }) => status === 'timed_out'))
  for (const { status, duration } of steps) if (status === 'timed_out') expect(duration).toBe(5000)
})
