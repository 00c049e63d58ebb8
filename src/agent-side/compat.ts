import type { Log } from '../ports/log.ts'
import { isJson, type Json } from './json.ts'

/** `safe` repairs what can be repaired without loss and says so; `strict` takes arguments as they are. */
export type Mode = 'strict' | 'safe'

const isMode = (value: unknown): value is Mode => value === 'strict' || value === 'safe'

/** What the operator wrote; anything else than a mode is strict, and said once. */
export function serverModeOf(written: string, log?: Pick<Log, 'warn'>): Mode {
  if (isMode(written)) return written
  log?.warn(
    { compatMode: written },
    'WINNOW_MCP_COMPAT_MODE is neither "safe" nor "strict"; tools are strict',
  )
  return 'strict'
}

export interface Compat {
  readonly mode: Mode
  readonly preview: boolean
  readonly warnings: readonly string[]
  readonly args: Json
}

/** Takes `compat` out of the arguments. What a call says about itself beats the server in both directions. */
export function takeCompat({ compat, ...args }: Json, serverMode: Mode): Compat {
  if (compat === undefined) return { mode: serverMode, preview: false, warnings: [], args }
  const { mode = serverMode, preview = false } = isJson(compat) ? compat : { mode: compat }
  const warnings: string[] = []
  if (!isMode(mode))
    warnings.push(
      `compat.mode must be "strict" or "safe", not ${JSON.stringify(mode)}: this call runs strict.`,
    )
  if (typeof preview !== 'boolean')
    warnings.push(`compat.preview must be true or false, not ${JSON.stringify(preview)}: it was ignored.`)
  return { mode: isMode(mode) ? mode : 'strict', preview: preview === true, warnings, args }
}
