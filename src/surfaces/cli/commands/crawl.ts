import { Command, InvalidArgumentError, Option } from 'commander'
import { CrawlSource } from '../../../contract/ingest.ts'
import { followIngest, type FollowOptions } from '../follow-ingest.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

interface Options extends ClientOptions, FollowOptions {
  readonly depth?: number
  readonly pages?: number
  readonly pagesPerHost?: number
  readonly hosts?: number
  readonly scope: CrawlSource['scope']
  readonly include: string[]
  readonly exclude: string[]
  readonly sitemaps: boolean
  readonly feeds: boolean
  readonly recrawl?: number
}

export function crawlCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('crawl'))
    .argument('<url...>', 'where to begin: pages, sitemaps or feeds')
    .description('bring the pages of a site into the index, and keep them up to date')
    .option('--depth <n>', 'links to follow from the first pages', whole)
    .option('--pages <n>', 'addresses to visit at most', whole)
    .option('--pages-per-host <n>', 'the same for each host', whole)
    .option('--hosts <n>', 'hosts to visit at most', whole)
    .addOption(
      new Option('--scope <scope>', 'how far links are followed')
        .choices(CrawlSource.shape.scope.unwrap().options)
        .default('site'),
    )
    .option('--include <globs...>', 'visit only addresses that match, such as "/docs/*"', [])
    .option('--exclude <globs...>', 'leave out addresses that match', [])
    .option('--no-sitemaps', 'do not read sitemaps')
    .option('--no-feeds', 'do not read feeds')
    .option('--recrawl <hours>', 'look again for new and changed pages this often', Number)
    .option('--detach', 'print the id of the job and do not wait for it')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow crawl https://example.org/
  $ winnow crawl https://example.org/docs/ --include "/docs/*" --pages 5000 --recrawl 24
  $ winnow crawl https://example.org/feed.xml --depth 1 --scope any --json`,
    )
    .action(async (urls: string[], options: Options) => {
      const { depth, pages, pagesPerHost, hosts, scope, include, exclude, sitemaps, feeds, recrawl } = options
      await followIngest(
        needs.api(options),
        needs.terminal,
        {
          source: {
            kind: 'crawl',
            urls,
            scope,
            include,
            exclude,
            sitemaps,
            feeds,
            ...(depth !== undefined && { maxDepth: depth }),
            ...(pages !== undefined && { maxPages: pages }),
            ...(pagesPerHost !== undefined && { maxPagesPerHost: pagesPerHost }),
            ...(hosts !== undefined && { maxHosts: hosts }),
          },
          ...(recrawl !== undefined && { recrawlHours: recrawl }),
        },
        options,
      )
    })
}

function whole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}
