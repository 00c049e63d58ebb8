import type { Document } from '../../../documents/index.ts'
import { splitPersonName } from '../../../entities/index.ts'

const narrowed = new WeakMap<Document, Map<string, Document>>()

/**
 * A page about many, with everything blanked that is not about one of them: what is left is the sections under their
 * name and the paragraphs that have it. Nothing is moved, so that a quote stands at the same place in the whole page.
 */
export function narrowTo(page: Document, name: string): Document {
  const known = narrowed.get(page) ?? new Map<string, Document>()
  narrowed.set(page, known)
  const made = known.get(name) ?? {
    ...page,
    text: keepAbout(page.text, name),
    details: { ...page.details, structured: {} },
  }
  known.set(name, made)
  return made
}

function keepAbout(text: string, name: string): string {
  const { lastName } = splitPersonName(name)
  const mentions = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${[name, lastName].flatMap((one) => (one ? [literally(one)] : [])).join('|')})(?![\p{L}\p{N}])`,
    'u',
  )
  let underName = false
  let labelled = false
  return text
    .split('\n')
    .map((line) => {
      const isHeading = /^#{1,6}\s/.test(line)
      const hasName = mentions.test(line)
      if (isHeading) underName = hasName
      // A name alone on a line stands over what is told of it.
      const isLabel = hasName && !isHeading && line.trim().length <= name.length + 20
      const isKept = underName || hasName || (labelled && line.trim() !== '')
      labelled = isLabel || (labelled && line.trim() !== '')
      return isKept ? line : ' '.repeat(line.length)
    })
    .join('\n')
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
