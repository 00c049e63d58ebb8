/**
 * What options are often called, and how pages say them. A label that matches `label` is met by `said`; `kind` keeps
 * together those that exclude each other. Patterns have the flags `iu`, but where only capitals tell a name from a word.
 */
export interface OptionWords {
  readonly kind: string
  readonly label: RegExp
  readonly said: RegExp
}

export const entry = (kind: string, label: string, said: string, flags = 'giu'): OptionWords => ({
  kind,
  label: new RegExp(`^(?:${label})$`, 'iu'),
  said: new RegExp(`(?<![\\p{L}\\p{N}])(?:${said})(?![\\p{L}\\p{N}])`, flags),
})
