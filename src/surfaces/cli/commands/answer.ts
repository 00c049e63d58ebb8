import { Command } from 'commander'
import type { AnswerEvent, AnswerResponse, Citation } from '../../../contract/answers.ts'
import { CliError } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

export function answerCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return clientOptions(new Command('answer'))
    .argument('<question...>', 'what to answer')
    .description('answer a question from the indexed pages, with citations')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow answer who founded Kestrel Robotics
  $ winnow answer "how many people work there?" --json | jq -r .requestId`,
    )
    .action(async (words: string[], options: ClientOptions) => {
      const query = words.join(' ')
      if (options.json) {
        const answer = await needs.api(options)<AnswerResponse>('POST', '/answer', { query })
        return terminal.print(JSON.stringify(answer, null, 2))
      }
      let citations: Citation[] = []
      for await (const event of needs.events(options)<AnswerEvent>('POST', '/answer', {
        query,
        stream: true,
      })) {
        if ('tag' in event) throw new CliError(`The answer broke off: ${event.payload.error.message}`)
        if ('choices' in event) terminal.write(event.choices[0]?.delta.content ?? '')
        else if ('citations' in event) citations = event.citations
        else {
          terminal.print('')
          for (const [at, { title, url }] of citations.entries())
            terminal.print(`[${at + 1}] ${title} ${terminal.style('cyan', url)}`)
          terminal.note(terminal.style('dim', `winnow verify ${event.requestId}`))
        }
      }
    })
}
