import { Command, Option } from 'commander'
import { AgentEffort, type AgentRun } from '../../../contract/agent.ts'
import { CliError } from '../cli-error.ts'
import { followAgentRun } from '../follow-agent-run.ts'
import { amount, clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { readJson } from '../read-json.ts'
import { recordedSteps } from '../recorded-steps.ts'

interface RunOptions extends ClientOptions {
  readonly effort: AgentEffort
  readonly schema?: string
  readonly data?: string
  readonly exclude?: string
  readonly budget?: number
  readonly continue?: string
  readonly detach?: boolean
}

interface ForkOptions extends ClientOptions {
  readonly from: string
  readonly query?: string
  readonly schema?: string
  readonly detach?: boolean
}

const ownPathOf = (id: string, rest: string): string =>
  `/winnow/v1/agent/runs/${encodeURIComponent(id)}/${rest}`
const pathOf = (id: string, rest = ''): string => `/agent/runs/${encodeURIComponent(id)}${rest}`

export function agentCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const agent = new Command('agent')
    .description('find things or find out something, with sources for each value')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow agent run find European battery makers --schema companies.json
  $ winnow agent run the number of employees of each company --data rows.json --effort low
  $ winnow agent run which of these are profitable --continue agent_run_01k… --json
  $ winnow agent list
  $ winnow agent fork agent_run_01k… --from write --query "The same in French"`,
    )
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))

  clientOptions(agent.command('run <query...>'))
    .description('begin a run, follow it, and print what it found')
    .addOption(
      new Option('--effort <level>', 'how broad and how deep')
        .choices(AgentEffort.options.filter((effort) => effort !== 'max'))
        .default('auto'),
    )
    .option('--schema <file>', 'a JSON Schema of what to find')
    .option('--data <file>', 'a JSON list of rows to enrich')
    .option('--exclude <file>', 'a JSON list of rows to leave out')
    .option('--budget <dollars>', 'what an effort without a fixed price may cost', amount)
    .option('--continue <id>', 'a completed run whose findings it begins with')
    .option('--detach', 'print the id and do not wait')
    .action(async (words: string[], options: RunOptions) => {
      const outputSchema = await readJson(options.schema)
      const [data, exclusion] = [await readJson(options.data), await readJson(options.exclude)]
      const body = {
        query: words.join(' '),
        effort: options.effort,
        ...(outputSchema && { outputSchema }),
        ...((data ?? exclusion) && { input: { data, exclusion } }),
        ...(options.budget !== undefined && { budget: { maxCostDollars: options.budget } }),
        ...(options.continue && { previousRunId: options.continue }),
      }
      await finish(await needs.api(options)<AgentRun>('POST', '/agent/runs', body), options)
    })

  clientOptions(agent.command('get <id>'))
    .description('print what a run found, or how far it is')
    .action(async (id: string, options: ClientOptions) =>
      show(await needs.api(options)<AgentRun>('GET', pathOf(id)), options),
    )

  clientOptions(agent.command('list'))
    .description('list the last runs, the newest first')
    .action(async (options: ClientOptions) => {
      const { data } = await needs.api(options)<{ data: AgentRun[] }>('GET', '/agent/runs?limit=50')
      if (options.json) return print(data)
      terminal.table(
        ['ID', 'STATUS', 'EFFORT', 'DOLLARS', 'QUERY'],
        data.map(({ id, status, request, costDollars }) => [
          id,
          status,
          request.effort,
          costDollars.total.toFixed(4),
          request.query.replaceAll(/\s+/g, ' ').slice(0, 80),
        ]),
      )
    })

  for (const [name, about] of [
    ['cancel', 'end a run that is under way'],
    ['stop', 'let a run of the effort ultra end with what it has'],
  ] as const)
    clientOptions(agent.command(`${name} <id>`))
      .description(about)
      .action(async (id: string, options: ClientOptions) => {
        const run = await needs.api(options)<AgentRun>('POST', pathOf(id, `/${name}`))
        if (options.json) return print(run)
        terminal.print(`${run.id} is ${run.status}.`)
      })

  recordedSteps(needs, agent, ownPathOf)

  clientOptions(agent.command('fork <id>'))
    .description('begin a new run from a step of an ended one')
    .requiredOption('--from <step>', 'the first step that is done anew, as `steps` names it')
    .option('--query <text>', 'instead of what it was begun with')
    .option('--schema <file>', 'a JSON Schema of what to find')
    .option('--detach', 'print the id and do not wait')
    .action(async (id: string, { from: fromStep, query, ...options }: ForkOptions) => {
      const outputSchema = await readJson(options.schema)
      const body = { fromStep, ...(query && { query }), ...(outputSchema && { outputSchema }) }
      await finish(await needs.api(options)<AgentRun>('POST', ownPathOf(id, 'fork'), body), options)
    })
  return agent

  async function finish(made: AgentRun, options: ClientOptions & { detach?: boolean }): Promise<void> {
    if (options.detach) return options.json ? print(made) : terminal.print(made.id)
    const api = needs.api(options)
    terminal.note(terminal.style('dim', made.id))
    await followAgentRun(api, terminal, made.id)
    show(await api<AgentRun>('GET', pathOf(made.id)), options)
  }

  function show(run: AgentRun, options: ClientOptions): void {
    if (options.json) return print(run)
    const { id, status, stopReason, output, usage, costDollars, error } = run
    if (status === 'failed') throw new CliError(`The run failed: ${error?.message ?? 'for no known reason'}`)
    if (status !== 'completed') return terminal.print(`${id} is ${status}.`)
    terminal.print(output.structured ? JSON.stringify(output.structured, null, 2) : output.text)
    const ending = stopReason === 'schema_satisfied' ? '' : `${stopReason}; `
    terminal.note(
      terminal.style(
        'dim',
        `${ending}${usage.searches} searches, $${costDollars.total.toFixed(4)}; winnow verify ${id}`,
      ),
    )
  }
}
