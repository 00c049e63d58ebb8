import { InvalidArgumentError, type Command } from 'commander'
import type { Config, LoadedConfig, SettingName } from '../../config.ts'
import type { Check } from '../../diagnosis/index.ts'
import type { ApiClient, EventClient, ServerLocation } from './api-client.ts'
import type { Terminal } from './terminal.ts'

export interface RunningServer {
  /** Null for a worker, which listens nowhere. */
  readonly url: string | null
  /** The owner's key, when it was made by this start: the one chance to show it. */
  readonly newOwnerKey: string | null
  /** Where the owner's key lies, if it lies in a file. */
  readonly keyFile: string | null
  /** Whether it is now filling itself with sample data. */
  readonly loadsSample: boolean
  /** When somebody last asked it for something. */
  lastUsedAt(): number
  close(): Promise<void>
}

/** What the command line is given by the program around it. */
export interface CliNeeds {
  readonly version: string
  readonly terminal: Terminal
  load(flags?: Partial<Record<SettingName, unknown>>): LoadedConfig
  startServer(config: Config): Promise<RunningServer>
  /** Serves the host at standard input and output until it goes. */
  serveMcp(loaded: LoadedConfig): Promise<void>
  /** How this program is called. */
  readonly program: readonly string[]
  /** The server that runs on this data folder, or null. */
  findServer(dataDir: string): Promise<(ServerLocation & { pid: number }) | null>
  checks(config: Config): Promise<readonly Check[]>
  backup(config: Config, file: string): Promise<BackupSummary>
  restore(config: Config, file: string): Promise<BackupSummary>
  api(options: ClientOptions): ApiClient
  events(options: ClientOptions): EventClient
}

export interface BackupSummary {
  readonly file: string
  readonly tables: number
  readonly rows: number
  readonly bytes: number
}

export interface ClientOptions {
  readonly url?: string
  readonly apiKey?: string
  readonly dataDir?: string
  readonly json?: boolean
}

/** Every command that calls a server finds it in the same way. */
export const clientOptions = (command: Command): Command =>
  command
    .option('--url <address>', 'the server; default: the one that runs on the data folder')
    .option('--api-key <key>', 'the key; default: the local credential of that server')
    .option('--data-dir <folder>', 'the data folder to look in')
    .option('--json', 'print JSON')

export function amount(text: string): number {
  const dollars = Number(text)
  if (text.trim() !== '' && Number.isFinite(dollars) && dollars >= 0) return dollars
  throw new InvalidArgumentError('Give dollars, for example 2.50.')
}
