import { Command, Option } from 'commander'
import type { Extracted, Judgement, Reference, Verification } from '../../../contract/readings.ts'
import { CliError, exitCodes } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import type { Terminal } from '../terminal.ts'

type ReadOptions = ClientOptions & {
  page?: string[]
  name?: string
  about?: string
  type?: string
  asOf?: string
  format?: string
  options?: string[]
}

const entityTypes = ['company', 'person', 'article', 'research_paper', 'custom']
const formats = ['text', 'number', 'date', 'email', 'phone', 'url', 'options']

const readCommand = (name: string): Command =>
  clientOptions(new Command(name))
    .option('--page <url...>', 'the pages to read')
    .option('--name <name>', 'whom or what it is about; without pages those that name it are read')
    .option('--about <url>', 'the page or site of whom or what it is about')
    .addOption(new Option('--type <type>', 'what that is').choices(entityTypes))
    .option('--as-of <date>', 'the day that counts as today')

function requestOf({ page, name, about, type, asOf }: ReadOptions) {
  if (!page && !name && !about) {
    throw new CliError('There is nothing to read in.', 'Give pages with --page, or --name or --about.', {
      exitCode: exitCodes.usage,
    })
  }
  return { urls: page, entity: { name, url: about, type }, asOf }
}

export function judgeCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return readCommand('judge')
    .argument('<criterion...>', 'what is to be decided')
    .description('say whether pages show that a criterion is met')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow judge employs more than 100 people --name "Kestrel Robotics" --type company
  $ winnow judge "has ISO 27001 certification" --page https://site.example/security --json`,
    )
    .action(async (words: string[], options: ReadOptions) => {
      const body = { criterion: words.join(' '), ...requestOf(options) }
      const verdict = await needs.api(options)<Judgement>('POST', '/winnow/v1/judge', body)
      if (options.json) return terminal.print(JSON.stringify(verdict, null, 2))
      const colour = ({ yes: 'green', no: 'red', unclear: 'yellow' } as const)[verdict.satisfied]
      const said = terminal.style(colour, verdict.satisfied)
      terminal.print(`${said} (${Math.round(verdict.confidence * 100)} %)  ${verdict.reasoning}`)
      showEvidence(terminal, verdict)
    })
}

export function extractCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return readCommand('extract')
    .argument('<description...>', 'what is to be found')
    .description('find a value in pages')
    .addOption(new Option('--format <format>', 'what kind of value it is').choices(formats))
    .option('--options <label...>', 'the labels to choose from')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow extract year of foundation --format number --name "Kestrel Robotics"
  $ winnow extract "stage of funding" --options seed "series A" later --about https://site.example/`,
    )
    .action(async (words: string[], options: ReadOptions) => {
      const format = options.format ?? (options.options ? 'options' : undefined)
      const body = {
        description: words.join(' '),
        format,
        options: options.options,
        ...requestOf(options),
      }
      const found = await needs.api(options)<Extracted>('POST', '/winnow/v1/extract', body)
      if (options.json) return terminal.print(JSON.stringify(found, null, 2))
      for (const value of found.result ?? []) terminal.print(terminal.style('bold', value))
      if (found.result === null) terminal.print('The pages do not say.')
      terminal.note(found.reasoning)
      showEvidence(terminal, found)
    })
}

export function verifyCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return clientOptions(new Command('verify'))
    .argument('<id>', 'of an answer, a verdict or an extraction')
    .description('look up every quote of it again; fails if one does not stand')
    .addHelpText('after', '\nExamples:\n  $ winnow verify 3f0c…\n  $ winnow verify 3f0c… --json')
    .action(async (id: string, options: ClientOptions) => {
      const path = `/winnow/v1/readings/${encodeURIComponent(id)}/verify`
      const verification = await needs.api(options)<Verification>('POST', path, {})
      if (options.json) terminal.print(JSON.stringify(verification, null, 2))
      else showVerification(terminal, verification)
      if (!verification.stands) throw new CliError('Not every quote stands.')
    })
}

interface Shown {
  readonly id: string
  readonly references: readonly Reference[]
  readonly notes: readonly string[]
  readonly statuses: Judgement['statuses']
}

/** Quotes are the result; what could not be read, and how to check, is for the person. */
function showEvidence(terminal: Terminal, { id, references, notes, statuses }: Shown): void {
  for (const { snippet, url } of references) {
    terminal.print(`  “${snippet.replaceAll(/\s+/g, ' ').trim()}”`)
    terminal.print(`    ${terminal.style('cyan', url)}`)
  }
  for (const { id: page, error } of statuses)
    if (error) terminal.note(`${terminal.style('yellow', 'not read:')} ${page} (${error.tag})`)
  for (const note of notes) terminal.note(note)
  terminal.note(terminal.style('dim', `winnow verify ${id}`))
}

function showVerification(terminal: Terminal, { kind, question, claims }: Verification): void {
  terminal.print(`${kind}: ${question}`)
  if (claims.length === 0) terminal.print('It claims nothing, so there is nothing to look up.')
  for (const { text, references } of claims) {
    terminal.print(text)
    for (const { stands, reason, isCurrent, url, snippet, version } of references) {
      const mark = stands ? terminal.style('green', '✓') : terminal.style('red', '✗')
      const why = reason
        ? `, ${reason.replaceAll('_', ' ')}`
        : isCurrent
          ? ''
          : ', the page has changed since'
      terminal.print(`  ${mark} “${snippet.replaceAll(/\s+/g, ' ').trim()}”`)
      terminal.print(`    ${terminal.style('cyan', url)} (version ${version}${why})`)
    }
  }
}
