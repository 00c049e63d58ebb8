import type { Page } from 'playwright-core'
import type { AgentRun } from '../contract/agent.ts'
import type { Research } from '../contract/research.ts'
import type { Task } from '../contract/tasks.ts'
import type { Api } from './api-client.ts'

/** Runs and tasks that have ended, to be shown. */
export interface RunScene {
  readonly researchId: string
  readonly agentRunId: string
  readonly winnowId: string
  readonly convergentId: string
}

const report = (page: Page) => page.getByRole('article', { name: 'Report' })

export const runScreens = [
  {
    name: 'runs',
    path: () => '/runs',
    settle: (page: Page) => page.locator('.webset-line').first().waitFor(),
  },
  {
    name: 'research',
    path: ({ researchId }: RunScene) => `/runs/${researchId}`,
    async settle(page: Page) {
      await report(page).getByRole('button', { name: 'Source 1' }).first().click()
      await report(page).locator('blockquote').first().waitFor()
    },
  },
  {
    name: 'research-timeline',
    path: ({ researchId }: RunScene) => `/runs/${researchId}?view=timeline`,
    settle: (page: Page) => page.getByRole('list', { name: 'Timeline' }).waitFor(),
  },
  {
    name: 'agent-run',
    path: ({ agentRunId }: RunScene) => `/runs/${agentRunId}?cell=companies%5B0%5D.name`,
    settle: (page: Page) => page.locator('blockquote').first().waitFor(),
  },
  {
    name: 'workflows',
    path: () => '/workflows?type=qd.winnow',
    settle: (page: Page) => page.getByRole('button', { name: 'Fill in an example' }).click(),
  },
  {
    name: 'winnow',
    path: ({ winnowId }: RunScene) => `/workflows/${winnowId}`,
    settle: (page: Page) => page.getByRole('region', { name: 'Niche map' }).waitFor(),
  },
  {
    name: 'convergent-search',
    path: ({ convergentId }: RunScene) => `/workflows/${convergentId}`,
    settle: (page: Page) => page.getByRole('region', { name: 'Overlap' }).waitFor(),
  },
]

/** Begun together; done when all have ended. */
export async function makeRuns(
  api: Api,
  until: (isDone: () => Promise<boolean>) => Promise<void>,
): Promise<RunScene> {
  const entity = { type: 'company' }
  const employees = { description: 'Number of employees', format: 'number' }
  const begin = (type: string, args: object) => api<Task>('POST', '/winnow/v1/tasks', { type, args })
  const [research, run, winnow, convergent] = await Promise.all([
    api<Research>('POST', '/research/v1', {
      instructions: 'Who founded Kestrel Robotics, and how many people work there?',
    }),
    api<AgentRun>('POST', '/agent/runs', {
      query: 'Robotics companies in Europe',
      effort: 'low',
      outputSchema: {
        type: 'object',
        properties: {
          companies: {
            type: 'array',
            maxItems: 5,
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                employees: { type: 'number', description: 'number of employees' },
                city: { type: 'string', description: 'headquarters city' },
              },
              required: ['name'],
            },
          },
        },
      },
    }),
    begin('qd.winnow', {
      query: 'Companies',
      entity,
      criteria: [
        { description: 'headquartered in Europe' },
        { description: 'has more than 50 employees' },
        { description: 'was founded after 2012' },
      ],
      enrichments: [employees],
      count: 8,
    }),
    begin('convergent.search', {
      queries: [
        'Companies in Europe with more than 50 employees',
        'Companies headquartered in Germany or the United Kingdom',
        'Companies founded after 2012',
      ],
      entity,
      count: 8,
    }),
  ])
  const isTaskDone = async ({ taskId }: Task) =>
    (await api<Task>('GET', `/winnow/v1/tasks/${taskId}`)).status === 'completed'
  await until(
    async () =>
      (await api<Research>('GET', `/research/v1/${research.researchId}`)).status === 'completed' &&
      (await api<AgentRun>('GET', `/agent/runs/${run.id}`)).status === 'completed' &&
      (await isTaskDone(winnow)) &&
      (await isTaskDone(convergent)),
  )
  return {
    researchId: research.researchId,
    agentRunId: run.id,
    winnowId: winnow.taskId,
    convergentId: convergent.taskId,
  }
}
