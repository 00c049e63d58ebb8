import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import type { IndexRebuild, IndexStatus } from '../../../contract/index-status.ts'
import { CliError } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

export function indexCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('index'))
    .description('say what the index holds')
    .addHelpText('after', '\nExamples:\n  $ winnow index\n  $ winnow index --json')
    .action(async (options: ClientOptions) => {
      const status = await needs.api(options)<IndexStatus>('GET', '/winnow/v1/index')
      if (options.json) return needs.terminal.print(JSON.stringify(status, null, 2))
      const { documents, passages, embeddedShare, backlog, sizeBytes, model } = status
      needs.terminal.print(
        `${documents} documents in ${passages} passages, ${(sizeBytes / 2 ** 20).toFixed(1)} MB`,
      )
      needs.terminal.print(`found by meaning: ${Math.floor(embeddedShare * 100)} % (${model})`)
      needs.terminal.print(
        `waiting: ${backlog.documents} documents for words, ${backlog.passages} passages for meaning`,
      )
    })
}

export function reindexCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('reindex'))
    .description('make the index anew from the records; searches go on meanwhile')
    .addHelpText('after', '\nExamples:\n  $ winnow reindex')
    .action(async (options: ClientOptions) => {
      const api = needs.api(options)
      let rebuild = await api<IndexRebuild>('POST', '/winnow/v1/index/rebuilds')
      while (rebuild.status === 'waiting') {
        await sleep(250)
        rebuild = await api<IndexRebuild>('GET', `/winnow/v1/index/rebuilds/${rebuild.id}`)
      }
      if (rebuild.status === 'failed')
        throw new CliError(`The index could not be made anew: ${rebuild.error}`, 'See the log of the server.')
      needs.terminal.print(options.json ? JSON.stringify(rebuild, null, 2) : 'The index was made anew.')
    })
}

export function forgetCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('forget'))
    .argument('<url-or-domain>', 'a page, or a domain with all below it')
    .description('remove pages and everything derived from them')
    .addHelpText(
      'after',
      '\nExamples:\n  $ winnow forget https://site.example/page\n  $ winnow forget site.example',
    )
    .action(async (target: string, options: ClientOptions) => {
      const body = /^https?:\/\//i.test(target) ? { url: target } : { domain: target }
      const answer = await needs.api(options)<{ documents: number }>('POST', '/winnow/v1/forget', body)
      needs.terminal.print(
        options.json ? JSON.stringify(answer, null, 2) : `${answer.documents} documents were forgotten.`,
      )
    })
}
