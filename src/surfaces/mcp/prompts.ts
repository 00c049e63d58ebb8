import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { recommend, type AgentCaller, type Dispatcher, type WorkflowKind } from '../../agent-side/index.ts'
import { createCompletions, matching } from './completions.ts'

const entityTypes = ['company', 'person', 'article', 'research_paper', 'custom']
const models = ['exa-research-fast', 'exa-research', 'exa-research-pro']

const Goal = z.string().describe('What you want to know or have.')

/** One for each workflow, and one to choose among them. */
export function registerPrompts(
  server: McpServer,
  { dispatcher, caller }: { dispatcher: Dispatcher; caller: AgentCaller },
): void {
  const workflows = [...dispatcher.tasks.workflows.values()]
  const { websetIds } = createCompletions({ dispatcher, caller })
  server.registerPrompt(
    'choose-workflow',
    {
      title: 'Choose a workflow',
      description: 'Find the workflow that suits a goal, and start it.',
      argsSchema: z.object({ goal: Goal }),
    },
    async ({ goal }) => {
      // By its words and by past runs; whoever reads the goal may know better.
      const advice = recommend(goal, await dispatcher.tasks.archive(caller))
      const why = new Map(advice.map((one) => [one.type, one.why]))
      const ranked = workflows.toSorted((a, b) => rank(a.type) - rank(b.type))
      function rank(type: string): number {
        return advice.findIndex((one) => one.type === type)
      }
      return say(
        [
          `My goal: ${goal}`,
          '',
          workflows.length > 0
            ? 'Choose the workflow that suits it best, say why in a sentence, and start it with manage_websets, operation tasks.create. Likeliest first:'
            : 'Plan it with manage_websets: websets.create for a verified list, research.create for a report. Say why in a sentence, and start.',
          ...ranked.map(
            ({ type, summary }) => `- ${type}: ${summary}${why.has(type) ? ` (${why.get(type)})` : ''}`,
          ),
        ].join('\n'),
      )
    },
  )
  for (const workflow of workflows)
    server.registerPrompt(
      workflow.type,
      {
        title: workflow.type,
        description: workflow.summary,
        argsSchema: z.object({ goal: Goal, ...choicesOf(workflow) }),
      },
      ({ goal, ...chosen }) => say(describe(workflow, goal, chosen)),
    )

  /** Only what the workflow has a use for. */
  function choicesOf({ args }: WorkflowKind): Record<string, z.ZodOptional<z.ZodString>> {
    const { properties } = z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' })
    const takes = (...names: string[]) => names.some((name) => properties?.[name] !== undefined)
    return {
      ...(takes('entity') && {
        entity: completable(z.string().describe('What kind of thing is looked for.'), (typed) =>
          matching(typed, entityTypes),
        ).optional(),
      }),
      ...(takes('model', 'researchModel', 'synthesisModel') && {
        model: completable(z.string().describe('Which research model.'), (typed) =>
          matching(typed, models),
        ).optional(),
      }),
      ...(takes('seedWebsetId') && {
        webset: completable(z.string().describe('The id of a webset to begin with.'), websetIds).optional(),
      }),
    }
  }
}

function describe(
  { type, summary, example }: WorkflowKind,
  goal: string,
  { entity, model, webset }: Partial<Record<string, string>>,
): string {
  return [
    `My goal: ${goal}`,
    '',
    `Use the workflow ${type}: ${summary}`,
    ...(entity ? [`Look for entities of the type ${entity}.`] : []),
    ...(model ? [`Research with the model ${model}.`] : []),
    ...(webset ? [`Begin with the webset ${webset} (seedWebsetId).`] : []),
    `Start it with manage_websets, for example ${JSON.stringify({ operation: 'tasks.create', args: { type, args: example } })}; workflow://${type} has the schema of its arguments.`,
    'Then call tasks.result with wait until ready is true, and report the result with its sources. Say plainly what was not found.',
  ].join('\n')
}

const say = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})
