import { Command, Option } from 'commander'
import { ResearchModel, type Research } from '../../../contract/research.ts'
import type { ApiClient } from '../api-client.ts'
import { CliError } from '../cli-error.ts'
import { followResearch } from '../follow-research.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { readJson } from '../read-json.ts'
import { recordedSteps } from '../recorded-steps.ts'

interface RunOptions extends ClientOptions {
  readonly model: ResearchModel
  readonly schema?: string
  readonly detach?: boolean
}

interface ForkOptions extends ClientOptions {
  readonly from: string
  readonly instructions?: string
  readonly schema?: string
  readonly detach?: boolean
}

const pathOf = (id: string): string => `/research/v1/${encodeURIComponent(id)}`
const ownPathOf = (id: string, rest: string): string =>
  `/winnow/v1/research/${encodeURIComponent(id)}/${rest}`

export function researchCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const research = new Command('research')
    .description('find out something: plan, search, read, and write with citations')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow research run compare Voltaine and Lumenfold by headcount
  $ winnow research run who founded Kestrel Robotics --schema founders.json --json
  $ winnow research list
  $ winnow research replay research_01k…
  $ winnow research fork research_01k… --from write --instructions "In two sentences"`,
    )
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))

  clientOptions(research.command('run <instructions...>'))
    .description('begin research, follow it, and print its report')
    .addOption(
      new Option('--model <name>', 'how broad and how deep')
        .choices(ResearchModel.options)
        .default('exa-research'),
    )
    .option('--schema <file>', 'a JSON Schema: the report is then an object of that shape')
    .option('--detach', 'print the id and do not wait')
    .action(async (words: string[], options: RunOptions) => {
      const outputSchema = await readJson(options.schema)
      const body = {
        instructions: words.join(' '),
        model: options.model,
        ...(outputSchema && { outputSchema }),
      }
      const made = await needs.api(options)<Research>('POST', '/research/v1', body)
      await finish(made, options)
    })

  clientOptions(research.command('get <id>'))
    .description('print the report of research, or how far it is')
    .action(async (id: string, options: ClientOptions) => show(await read(needs.api(options), id), options))

  clientOptions(research.command('list'))
    .description('list the last research, the newest first')
    .action(async (options: ClientOptions) => {
      const { data } = await needs.api(options)<{ data: Research[] }>('GET', '/research/v1?limit=50')
      if (options.json) return print(data)
      terminal.table(
        ['ID', 'STATUS', 'MODEL', 'INSTRUCTIONS'],
        data.map(({ researchId, status, model, instructions }) => [
          researchId,
          status,
          model,
          instructions.replaceAll(/\s+/g, ' ').slice(0, 80),
        ]),
      )
    })

  clientOptions(research.command('cancel <id>'))
    .description('end research that is under way')
    .action(async (id: string, options: ClientOptions) => {
      const ended = await needs.api(options)<Research>('POST', ownPathOf(id, 'cancel'))
      if (options.json) return print(ended)
      terminal.print(`${ended.researchId} is ${ended.status}.`)
    })

  recordedSteps(needs, research, ownPathOf)

  clientOptions(research.command('fork <id>'))
    .description('begin new research from a step of an ended one')
    .requiredOption('--from <step>', 'the first step that is done anew, as `steps` names it')
    .option('--instructions <text>', 'instead of those it was begun with')
    .option('--schema <file>', 'a JSON Schema: the report is then an object of that shape')
    .option('--detach', 'print the id and do not wait')
    .action(async (id: string, { from: fromStep, instructions, ...options }: ForkOptions) => {
      const outputSchema = await readJson(options.schema)
      const body = { fromStep, ...(instructions && { instructions }), ...(outputSchema && { outputSchema }) }
      await finish(await needs.api(options)<Research>('POST', ownPathOf(id, 'fork'), body), options)
    })
  return research

  async function finish(made: Research, options: ClientOptions & { detach?: boolean }): Promise<void> {
    const { researchId } = made
    if (options.detach) return options.json ? print(made) : terminal.print(researchId)
    terminal.note(terminal.style('dim', researchId))
    await followResearch(needs.events(options), terminal, researchId)
    show(await read(needs.api(options), researchId), options)
  }

  function show(found: Research, options: ClientOptions): void {
    if (options.json) return print(found)
    if (found.status === 'failed') throw new CliError(`The research failed: ${found.error}`)
    if (found.status !== 'completed') return terminal.print(`${found.researchId} is ${found.status}.`)
    terminal.print(found.output.content)
    const { total, numSearches, numPages } = found.costDollars
    terminal.note(
      terminal.style(
        'dim',
        `${numSearches} searches, ${numPages.toFixed(1)} pages, $${total.toFixed(4)}; winnow verify ${found.researchId}`,
      ),
    )
  }
}

const read = (api: ApiClient, id: string) => api<Research>('GET', pathOf(id))
