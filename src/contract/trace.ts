/** A W3C trace context of version 00: the trace, the caller's place in it, and flags. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

export const isTraceparent = (value: unknown): value is string =>
  typeof value === 'string' && form.test(value)

/** The id that all lines of one trace have in common; undefined for what is no trace context. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  form.exec(traceparent ?? '')?.[1]
