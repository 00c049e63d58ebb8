import { Command, InvalidArgumentError, Option } from 'commander'
import type { ContentsResponse } from '../../../contract/contents.ts'
import { SearchType, type SearchResponse } from '../../../contract/search.ts'
import { CliError } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

type SearchOptions = ClientOptions & {
  type?: string
  num: number
  category?: string
  site?: string[]
  since?: string
  until?: string
}

export function searchCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return clientOptions(new Command('search'))
    .argument('<query...>', 'what to look for')
    .description('find pages')
    .addOption(new Option('-t, --type <type>', 'how to search').choices(SearchType.options))
    .option('-n, --num <count>', 'how many results', wholeNumber, 10)
    .option('--category <name>', 'company, people, publication, news, personal site…')
    .option('--site <domain...>', 'only these domains, paths or *.domains')
    .option('--since <date>', 'published on or after')
    .option('--until <date>', 'published on or before')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow search greenhouse robots
  $ winnow search "funding round" --category news --since 2026-01-01 -n 5
  $ winnow search battery recycling --json | jq -r '.results[].url'`,
    )
    .action(async (words: string[], options: SearchOptions) => {
      const answer = await needs.api(options)<SearchResponse>('POST', '/search', {
        query: words.join(' '),
        numResults: options.num,
        type: options.type,
        category: options.category,
        includeDomains: options.site,
        startPublishedDate: options.since,
        endPublishedDate: options.until,
        contents: { highlights: { numSentences: 1, highlightsPerUrl: 1 } },
      })
      if (options.json) return terminal.print(JSON.stringify(answer, null, 2))
      if (answer.results.length === 0) return terminal.note('Nothing was found.')
      for (const [position, result] of answer.results.entries()) {
        const date = result.publishedDate
          ? terminal.style('dim', ` ${result.publishedDate.slice(0, 10)}`)
          : ''
        terminal.print(
          `${String(position + 1).padStart(2)}. ${terminal.style('bold', result.title ?? result.url)}${date}`,
        )
        terminal.print(`    ${terminal.style('cyan', result.url)}`)
        const [highlight] = result.highlights ?? []
        if (highlight) terminal.print(`    ${highlight.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
      }
      terminal.note(`${answer.results.length} results, ${Math.round(answer.searchTime)} ms`)
    })
}

export function contentsCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return clientOptions(new Command('contents'))
    .argument('<url...>', 'the pages')
    .description('show pages as clean text')
    .option('--fresh', 'fetch them even if they are stored')
    .addHelpText(
      'after',
      '\nExamples:\n  $ winnow contents https://site.example/page\n  $ winnow contents https://site.example/ --fresh --json',
    )
    .action(async (urls: string[], options: ClientOptions & { fresh?: boolean }) => {
      const answer = await needs.api(options)<ContentsResponse>('POST', '/contents', {
        urls,
        text: true,
        ...(options.fresh && { maxAgeHours: 0 }),
      })
      if (options.json) terminal.print(JSON.stringify(answer, null, 2))
      else
        for (const { title, url, text } of answer.results)
          terminal.print(`${terminal.style('bold', title ?? url)}\n${url}\n\n${text ?? ''}\n`)
      const failures = answer.statuses.filter(({ status }) => status === 'error')
      if (failures.length > 0) {
        throw new CliError(failures.map(({ id, error }) => `${id}: ${error?.tag ?? 'failed'}`).join('\n'))
      }
    })
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}
