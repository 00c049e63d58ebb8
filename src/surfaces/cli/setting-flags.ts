import { Option, type Command } from 'commander'
import { environmentName, settings, type SettingName } from '../../config.ts'

const names = Object.keys(settings) as SettingName[]

/** `llm.baseUrl` is `--llm-base-url`. */
const flagOf = (name: SettingName): string =>
  name.replaceAll('.', '-').replaceAll(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)

const shownFirst: ReadonlySet<SettingName> = new Set(['port', 'host', 'dataDir', 'role'])

/** Every setting is a flag; the help shows the few that people type and names the rest in one line. */
export function configOptions(command: Command): Command {
  for (const name of names) {
    const option = new Option(
      `--${flagOf(name)} <value>`,
      `${settings[name].about} (${environmentName(name)})`,
    )
    // A secret on the command line would be visible to every user of the machine.
    if ('secret' in settings[name]) continue
    command.addOption(shownFirst.has(name) ? option : option.hideHelp())
  }
  return command
}

export function readFlags(options: Readonly<Record<string, unknown>>): Partial<Record<SettingName, unknown>> {
  const flags: Partial<Record<SettingName, unknown>> = {}
  for (const name of names) {
    const value = options[flagOf(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    if (value !== undefined) flags[name] = value
  }
  return flags
}
