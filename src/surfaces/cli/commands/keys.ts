import { Command } from 'commander'
import { ordinaryScopes, Scope, type ApiKey, type NewApiKey } from '../../../contract/access.ts'
import { everyPage } from '../api-client.ts'
import { amount, clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

export function keysCommand(needs: CliNeeds): Command {
  const keys = new Command('keys').description('make, list and revoke API keys').addHelpText(
    'after',
    `
Examples:
  $ winnow keys create laptop
  $ winnow keys create reporting --scopes read --budget 5
  $ winnow keys list --json
  $ winnow keys revoke key_01k…`,
  )

  clientOptions(keys.command('create <name>'))
    .description('make a key and show it once')
    .option('--scopes <list>', `any of ${Scope.options.join(', ')}`, ordinaryScopes.join(','))
    .option('--budget <dollars>', 'what the key may spend in all', amount)
    .option('--team <id>', 'make it for another team')
    .action(
      async (name: string, options: ClientOptions & { scopes: string; budget?: number; team?: string }) => {
        const key = await needs.api(options)<NewApiKey>('POST', '/winnow/v1/keys', {
          name,
          scopes: options.scopes.split(',').map((scope) => scope.trim()),
          ...(options.budget !== undefined && { budgetDollars: options.budget }),
          ...(options.team !== undefined && { teamId: options.team }),
        })
        if (options.json) return needs.terminal.print(JSON.stringify(key, null, 2))
        needs.terminal.print(key.key)
        needs.terminal.note(
          `${key.id} "${key.name}" may ${key.scopes.join(', ')}. The key is not shown again.`,
        )
      },
    )

  clientOptions(keys.command('list'))
    .description("list the team's keys")
    .action(async (options: ClientOptions) => {
      const all = await everyPage<ApiKey>(needs.api(options), '/winnow/v1/keys')
      if (options.json) return needs.terminal.print(JSON.stringify(all, null, 2))
      needs.terminal.table(
        ['ID', 'NAME', 'KEY', 'SCOPES', 'SPENT', 'BUDGET', 'LAST USED', 'STATE'],
        all.map((key) => [
          key.id,
          key.name,
          key.hint,
          key.scopes.join(','),
          `$${key.spentDollars.toFixed(3)}`,
          key.budgetDollars === null ? 'none' : `$${key.budgetDollars}`,
          key.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
          key.revokedAt === null ? 'active' : 'revoked',
        ]),
      )
    })

  clientOptions(keys.command('revoke <id>'))
    .description('revoke a key; it stops working at once')
    .action(async (id: string, options: ClientOptions) => {
      const key = await needs.api(options)<ApiKey>('DELETE', `/winnow/v1/keys/${encodeURIComponent(id)}`)
      needs.terminal.print(
        options.json ? JSON.stringify(key, null, 2) : `${key.id} "${key.name}" is revoked.`,
      )
    })

  return keys
}
