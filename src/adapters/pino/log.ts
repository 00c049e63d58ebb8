import { destination, pino, type DestinationStream } from 'pino'
import type { Log } from '../../ports/log.ts'

/** Header and field names whose values never reach a log line, at any of the depths we log at. */
const secretNames = [
  'authorization',
  'x-api-key',
  'cookie',
  'apiKey',
  'password',
  'key',
  'secret',
  'token',
  'credential',
]
const redacted = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** Standard output belongs to the ready block, to --json and to MCP over stdio, so lines go to standard error. */
export function createLog(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  to: DestinationStream = destination({ fd: 2, sync: true }),
): Log {
  return pino({ level, base: null, redact: redacted }, to)
}
