import { Command, Option } from 'commander'
import { describeQuestion, offeredScopes } from '../../../contract/approval-text.ts'
import {
  RememberScope,
  type Approval,
  type ApprovalEvent,
  type ApprovalGrant,
  type AuditLine,
  type AuditReport,
  type TeamApprovalPolicy,
} from '../../../contract/approvals.ts'
import { everyPage } from '../api-client.ts'
import { CliError } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { readJson } from '../read-json.ts'

const path = '/winnow/v1/approvals'
const at = (id: string, rest = ''): string => `${path}/${encodeURIComponent(id)}${rest}`

interface DecideOptions extends ClientOptions {
  readonly reason?: string
  readonly remember?: string
}

export function approvalsCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))
  const approvals = new Command('approvals')
    .description('decide what agents may do, and see what was decided')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow approvals                          what waits for a decision
  $ winnow approvals show approval_…
  $ winnow approvals approve approval_… --remember conversation
  $ winnow approvals reject approval_… --reason "still needed"
  $ winnow approvals watch                    questions as they come
  $ winnow approvals policy --set policy.json   {"domains": {"example.com": "allow"}} for example
  $ winnow approvals audit --export > audit.jsonl`,
    )

  clientOptions(approvals.command('list', { isDefault: true }))
    .description('list what waits for a decision')
    .option('--all', 'also what was decided')
    .action(async (options: ClientOptions & { all?: boolean }) => {
      const all = await everyPage<Approval>(needs.api(options), path)
      const shown = options.all ? all : all.filter(({ state }) => state === 'pending')
      if (options.json) return print(shown)
      if (shown.length === 0) return terminal.print('Nothing waits for a decision.')
      terminal.table(
        ['ID', 'STATE', 'WHO', 'WANTS TO', 'COST', 'UNTIL'],
        shown.map((one) => [
          one.id,
          one.state,
          one.keyName,
          one.operation,
          one.estimatedUsd > 0 ? `$${one.estimatedUsd.toFixed(3)}` : '',
          one.state === 'pending' ? one.expiresAt.slice(11, 19) : '',
        ]),
      )
    })

  clientOptions(approvals.command('show <id>'))
    .description('show a question with its arguments, and what was decided')
    .action(async (id: string, options: ClientOptions) => {
      const found = await needs.api(options)<Approval>('GET', at(id))
      if (options.json) return print(found)
      terminal.print(describeQuestion(found))
      terminal.print(`Rule: ${found.rule}`)
      terminal.print(stateLine(found))
      if (found.state === 'pending')
        terminal.note(`An approval can be remembered for: ${offeredScopes(found).join(', ')}`)
    })

  for (const decision of ['approve', 'reject'] as const) {
    const command = clientOptions(approvals.command(`${decision} <id>`))
      .description(decision === 'approve' ? 'let a call run, once' : 'refuse a call')
      .option('--reason <text>', 'why')
    if (decision === 'approve')
      command.addOption(
        new Option('--remember <scope>', 'how far it reaches').choices([...RememberScope.options]),
      )
    command.action(async (id: string, { reason, remember, ...options }: DecideOptions) => {
      const decided = await needs.api(options)<Approval>('POST', at(id, '/decision'), {
        decision,
        channel: 'terminal',
        ...(reason !== undefined && { reason }),
        ...(remember !== undefined && { remember }),
      })
      if (options.json) return print(decided)
      terminal.print(stateLine(decided))
    })
  }

  clientOptions(approvals.command('watch'))
    .description('show questions as they come and are decided, until you stop it')
    .action(async (options: ClientOptions) => {
      for await (const event of needs.events(options)<ApprovalEvent>('GET', `${path}/feed`)) {
        if (event.error) throw new CliError(`The events broke off: ${event.error.message}`)
        const { approval } = event
        if (!approval) continue
        if (options.json) terminal.print(JSON.stringify(event))
        else if (approval.state === 'pending')
          terminal.print(`${terminal.style('bold', approval.id)}\n${describeQuestion(approval)}\n`)
        else terminal.print(`${stateLine(approval)}\n`)
      }
    })

  clientOptions(approvals.command('policy'))
    .description('show what is allowed, asked about and denied, or set what differs from the settings')
    .option('--set <file>', 'a file of JSON with what the team wants differently')
    .action(async (options: ClientOptions & { set?: string }) => {
      const api = needs.api(options)
      const wanted = await readJson(options.set)
      const { policy, changes } = wanted
        ? await api<TeamApprovalPolicy>('PUT', `${path}/policy`, wanted)
        : await api<TeamApprovalPolicy>('GET', `${path}/policy`)
      if (options.json) return print({ policy, changes })
      terminal.table(
        ['RULE', 'SAYS', 'SET BY'],
        Object.entries(policy).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
          name in changes ? 'team' : 'settings',
        ]),
      )
    })

  clientOptions(approvals.command('grants'))
    .description('list approvals that are remembered, or forget one')
    .option('--revoke <id>', 'forget this one: it is asked about again')
    .action(async (options: ClientOptions & { revoke?: string }) => {
      const api = needs.api(options)
      if (options.revoke !== undefined) {
        const revoked = await api<ApprovalGrant>(
          'DELETE',
          at('grants', `/${encodeURIComponent(options.revoke)}`),
        )
        return options.json ? print(revoked) : terminal.print(`${revoked.id} is forgotten.`)
      }
      const all = await everyPage<ApprovalGrant>(api, at('grants'))
      if (options.json) return print(all)
      terminal.table(
        ['ID', 'KEY', 'OPERATION', 'FOR', 'STATE'],
        all.map((one) => [
          one.id,
          one.keyId,
          one.operation,
          one.domain ?? one.scope,
          one.revokedAt === null ? 'in force' : 'revoked',
        ]),
      )
    })

  clientOptions(approvals.command('audit'))
    .description('show the log of what was asked and decided, check it, or export it')
    .option('--verify', 'check that no entry was changed')
    .option('--export', 'write all of it as JSON, one entry on each line')
    .action(async (options: ClientOptions & { verify?: boolean; export?: boolean }) => {
      const api = needs.api(options)
      if (options.verify) {
        const report = await api<AuditReport>('GET', at('audit', '/verify'))
        if (options.json) print(report)
        else if (report.intact) terminal.print(`${report.entries} entries, intact. Head: ${report.head}`)
        if (!report.intact)
          throw new CliError(`Entry ${report.brokenAt} of the log is not as it was written.`)
        return
      }
      const lines = await everyPage<AuditLine>(api, at('audit'))
      if (options.export || options.json) {
        for (const line of lines) terminal.print(JSON.stringify(line))
        return
      }
      for (const { entry } of lines) terminal.print(entryLine(JSON.parse(entry) as Record<string, unknown>))
    })
  return approvals
}

function stateLine({ id, state, decision, expiresAt }: Approval): string {
  if (!decision) return `${id} waits until ${expiresAt}.`
  const who = decision.keyName ?? decision.by
  return `${id} is ${state}: ${decision.reason} (${who}, ${decision.channel}, ${decision.decidedAt})`
}

const entryLine = ({
  at: when,
  event,
  by,
  operation,
  rule,
  approval,
  reason,
}: Record<string, unknown>): string =>
  [when, event, operation, approval, by, rule, reason]
    .filter((part) => typeof part === 'string' && part)
    .join('  ')
