import { dateOf } from './file-record.ts'

export interface FrontMatter {
  readonly body: string
  readonly url?: string
  readonly given: { title?: string; author?: string; publishedAt?: Date }
}

/** Takes the plain `name: value` lines between `---` off the top of a Markdown file; anything richer is left out. */
export function splitFrontMatter(markdown: string): FrontMatter {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)
  if (!match) return { body: markdown, given: {} }
  const fields = new Map<string, string>()
  for (const line of (match[1] ?? '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? []
    const plain = value.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (name && plain) fields.set(name.toLowerCase(), plain)
  }
  const [title, author] = [fields.get('title'), fields.get('author')]
  const url = fields.get('url') ?? fields.get('permalink') ?? fields.get('canonical')
  const publishedAt = dateOf(fields.get('date') ?? fields.get('published'))
  return {
    body: markdown.slice(match[0].length),
    ...(url && { url }),
    given: { ...(title && { title }), ...(author && { author }), ...(publishedAt && { publishedAt }) },
  }
}
