import { pino, destination } from 'pino'
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

export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  // Standard output belongs to the ready block, to --json and to MCP over stdio.
  return pino({ level, base: null, redact: redacted }, destination({ fd: 2, sync: true }))
}
