import { z } from 'zod'
import { shapes } from '../../agent-side/index.ts'
import { WorkflowError } from '../course.ts'
import { beginResearch, waitForResearch } from '../research-work.ts'
import { Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  instructions: z.string().trim().min(1).max(50_000),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  model: shapes.ResearchModel.default('exa-research'),
  timeout: Timeout,
})

const total = 3

export const deep = workflow({
  type: 'research.deep',
  summary: 'Have one question researched in depth, as a report or by a JSON Schema.',
  args: Args,
  example: { instructions: 'How do inspection robots find their way in pipes?', model: 'exa-research' },
  lists: [],
  async run(course, { instructions, outputSchema, model, timeout }) {
    const researchId = await course.step('creating', async () => {
      await course.report({ step: 'creating', completed: 1, total })
      return beginResearch(course, 'research', { instructions, model, outputSchema })
    })
    await course.keep({ researchId, status: 'pending' })
    const { status, result, cost } = await course.step('polling', async (step) => {
      const outcome = await waitForResearch(course, researchId, {
        since: step.since,
        timeoutMs: timeout,
        onLook: () => course.report({ step: 'polling', completed: 2, total }),
      })
      await course.keep({ researchId, status: outcome.status })
      if (outcome.error !== null)
        throw new WorkflowError('polling', outcome.error, { recoverable: outcome.timedOut })
      return outcome
    })
    await course.report({ step: 'done', completed: total, total })
    return course.finish({ researchId, status, result, model, cost }, `Research ${researchId} is ${status}.`)
  },
})
