import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { recommend } from '../recommend.ts'

export const recommendWorkflow = agentOperation({
  name: 'workflows.recommend',
  summary: 'Say which workflows suit a goal, by what it asks for and what came of earlier runs.',
  args: z.strictObject({ goal: z.string().trim().min(1).max(2000) }),
  example: { goal: 'A list of inspection robot makers with their headcount' },
  safety: 'read',
  async run(call, { goal }) {
    const recommendations = recommend(goal, await call.tasks.archive(call.caller))
    const [best] = recommendations
    return {
      body: {
        goal,
        recommendations,
        ...(best && { _summary: `${best.type} suits best: ${best.why}.` }),
      },
      links: best ? [`workflow://${best.type}`] : [],
    }
  },
})
