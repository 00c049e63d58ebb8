import { Command } from 'commander'
import {
  ConfigError,
  environmentName,
  settings,
  type LoadedConfig,
  type SettingName,
} from '../../../config.ts'
import type { Finding } from '../../../diagnosis/index.ts'
import { CliError } from '../cli-error.ts'
import type { CliNeeds } from '../needs.ts'
import { configOptions, readFlags } from '../setting-flags.ts'

const marks: Record<Finding['state'], { sign: string; style: 'green' | 'yellow' | 'red' | 'dim' }> = {
  ok: { sign: '✓', style: 'green' },
  warning: { sign: '!', style: 'yellow' },
  failed: { sign: '✗', style: 'red' },
  skipped: { sign: '–', style: 'dim' },
}

export function doctorCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  return configOptions(new Command('doctor'))
    .description('show the effective configuration and check every part')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow doctor
  $ WINNOW_PORT=8080 winnow doctor --json`,
    )
    .action(async (options: Record<string, unknown>) => {
      const loaded = load(needs, options)
      const findings: ({ name: string } & Finding)[] = []
      for (const check of await needs.checks(loaded.config)) {
        findings.push({ name: check.name, ...(await check.run(AbortSignal.timeout(30_000))) })
      }
      const configuration = describeConfiguration(loaded)
      const failures = findings.filter(({ state }) => state === 'failed')
      if (options.json) {
        terminal.print(
          JSON.stringify({ healthy: failures.length === 0, checks: findings, configuration }, null, 2),
        )
      } else {
        for (const { name, state, detail, remedy } of findings) {
          const { sign, style } = marks[state]
          terminal.print(`${terminal.style(style, sign)} ${name}: ${detail}`)
          if (remedy) terminal.print(`  → ${remedy}`)
        }
        terminal.print('')
        terminal.table(
          ['SETTING', 'VALUE', 'FROM'],
          configuration.map(({ variable, value, origin }) => [variable, value, origin]),
        )
      }
      if (failures.length > 0) {
        const names = failures.map(({ name }) => name).join(', ')
        throw new CliError(
          `${failures.length === 1 ? 'One check' : `${failures.length} checks`} failed: ${names}.`,
        )
      }
    })
}

/** A program that reads the report is told there what is wrong with the configuration, before anybody else is. */
function load(needs: CliNeeds, options: Record<string, unknown>): LoadedConfig {
  try {
    return needs.load(readFlags(options))
  } catch (error) {
    if (options.json && error instanceof ConfigError) {
      const finding = { name: 'configuration', state: 'failed', detail: error.message }
      needs.terminal.print(JSON.stringify({ healthy: false, checks: [finding], configuration: [] }, null, 2))
    }
    throw error
  }
}

/** Secrets are shown as set or not, nothing more: not even their length. */
function describeConfiguration({ config, origins }: LoadedConfig) {
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const [group = '', inner] = name.split('.')
    const held = (config as unknown as Record<string, unknown>)[group]
    const value = inner === undefined ? held : (held as Record<string, unknown>)[inner]
    const isSecret = 'secret' in settings[name]
    const shown =
      value === undefined
        ? ''
        : isSecret
          ? '(set)'
          : Array.isArray(value)
            ? value.join(',')
            : JSON.stringify(value)
    return { variable: environmentName(name), value: shown, origin: origins[name] }
  })
}
