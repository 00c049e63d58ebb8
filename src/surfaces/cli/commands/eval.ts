import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { AnswerResponse } from '../../../contract/answers.ts'
import type { Extracted, Judgement, Verification } from '../../../contract/readings.ts'
import {
  evaluate,
  LabelledCase,
  type Examinee,
  type Outcome,
  type Report,
} from '../../../evaluation/index.ts'
import type { ApiClient } from '../api-client.ts'
import { CliError, exitCodes } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import type { Terminal } from '../terminal.ts'

export function evalCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return clientOptions(new Command('eval'))
    .argument('<file>', 'labelled cases, one JSON object on each line')
    .description('measure the reader on cases of your own')
    .option('--wrong', 'name each case that was got wrong')
    .addHelpText(
      'after',
      `
A line is one of
  {"id": "1", "criterion": "employs more than 100 people", "entity": {"name": "…"}, "urls": ["…"], "truth": "yes"}
  {"id": "2", "description": "year of foundation", "format": "number", "urls": ["…"], "truth": ["2014"]}
  {"id": "3", "question": "Who founded …?", "contains": ["…"]}
"truth" may be "unclear" or null, and "contains" null: the pages do not say. "clock" is the day that counts as today.

Examples:
  $ winnow eval cases.jsonl
  $ winnow eval cases.jsonl --wrong --json`,
    )
    .action(async (file: string, options: ClientOptions & { wrong?: boolean }) => {
      const cases = parseCases(await read(file))
      let done = 0
      const report = await evaluate(cases, examineeAt(needs.api(options)), (outcome) => {
        terminal.progress(`${++done} of ${cases.length}`)
        if (options.wrong && !outcome.right) terminal.note(describe(outcome))
      })
      terminal.progress(null)
      if (options.json) terminal.print(JSON.stringify(report, null, 2))
      else show(report, terminal)
    })
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new CliError(`${file} cannot be read.`, undefined, { cause, exitCode: exitCodes.usage })
  }
}

function parseCases(text: string): LabelledCase[] {
  const cases = text.split('\n').flatMap((line, at): LabelledCase[] => {
    if (line.trim() === '') return []
    const parsed = LabelledCase.safeParse(parseJson(line))
    if (parsed.success) return [parsed.data]
    throw new CliError(
      `Line ${at + 1} is no labelled case.`,
      '`winnow eval --help` shows what they look like.',
      {
        exitCode: exitCodes.usage,
      },
    )
  })
  if (cases.length > 0) return cases
  throw new CliError('There are no cases in the file.', undefined, { exitCode: exitCodes.usage })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A server, examined through its API; whether its quotes stand is looked up for every one of them. */
function examineeAt(api: ApiClient): Examinee {
  async function quotesIn(id: string) {
    const { claims } = await api<Verification>('POST', `/winnow/v1/readings/${id}/verify`, {})
    const references = claims.flatMap((claim) => claim.references)
    return { quotes: references.length, standing: references.filter(({ stands }) => stands).length }
  }
  return {
    async judge({ criterion, entity, urls, clock }) {
      const body = { criterion, entity, urls, asOf: clock }
      const { id, satisfied, confidence } = await api<Judgement>('POST', '/winnow/v1/judge', body)
      return { satisfied, confidence, ...(await quotesIn(id)) }
    },
    async extract({ description, format, options, entity, urls, clock }) {
      const body = { description, format, options, entity, urls, asOf: clock }
      const { id, result } = await api<Extracted>('POST', '/winnow/v1/extract', body)
      return { values: result, ...(await quotesIn(id)) }
    },
    async answer({ question }) {
      const { requestId, answer } = await api<AnswerResponse>('POST', '/answer', { query: question })
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      return { text, ...(await quotesIn(requestId)) }
    },
  }
}

function describe({ id, kind, given, got }: Outcome): string {
  const wanted = 'truth' in given ? given.truth : given.contains
  return `${kind} ${id}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function show({ criteria, fields, questions, citations, milliseconds }: Report, terminal: Terminal): void {
  if (criteria.total > 0) {
    const { confusion } = criteria
    terminal.table(
      ['TRUTH', 'YES', 'NO', 'UNCLEAR'],
      (['yes', 'no', 'unclear'] as const).map((truth) => [
        truth,
        ...(['yes', 'no', 'unclear'] as const).map((said) => String(confusion[truth][said])),
      ]),
    )
    terminal.print(
      `${criteria.total} criteria: ${percent(criteria.accuracy)} right, ${percent(criteria.falseYes)} false yes, ` +
        `${percent(criteria.falseNo)} false no, ${percent(criteria.decided)} of the decidable decided`,
    )
  }
  if (fields.length > 0) {
    terminal.table(
      ['FORMAT', 'EXACT', 'LEFT EMPTY'],
      fields.map(({ format, exact, present, leftEmpty, absent }) => [
        format,
        `${exact} of ${present}`,
        `${leftEmpty} of ${absent}`,
      ]),
    )
  }
  if (questions.total + questions.unanswerable > 0) {
    terminal.print(
      `questions: ${questions.right} of ${questions.total} right, ` +
        `${questions.declined} of ${questions.unanswerable} unanswerable ones declined`,
    )
  }
  terminal.print(
    `${citations.standing} of ${citations.quotes} quotes stand; ` +
      `${milliseconds.p50.toFixed(0)} ms a case, ${milliseconds.p95.toFixed(0)} ms at the 95th percentile`,
  )
}
