/** One thing that must hold for the system to work, and what to do when it does not. */
export interface Check {
  readonly name: string
  /** Never rejects: what goes wrong inside is a failed finding. */
  run(signal: AbortSignal): Promise<Finding>
}

export interface Finding {
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly detail: string
  readonly remedy?: string | undefined
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail })
export const skipped = (detail: string): Finding => ({ state: 'skipped', detail })
export const warning = (detail: string, remedy: string): Finding => ({ state: 'warning', detail, remedy })
export const failed = (detail: string, remedy?: string): Finding => ({ state: 'failed', detail, remedy })

/** Turns an exception into a finding; an error that knows its remedy brings it along in its details. */
export function check(name: string, body: (signal: AbortSignal) => Promise<Finding>): Check {
  return {
    name,
    async run(signal) {
      try {
        return await body(signal)
      } catch (error) {
        const { message, details } = error as Error & { details?: { remedy?: unknown } }
        return failed(message, typeof details?.remedy === 'string' ? details.remedy : undefined)
      }
    },
  }
}
