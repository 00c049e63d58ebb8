import type { Document } from '../../../documents/index.ts'
import { splitPersonName, withoutLegalForm } from '../../../entities/index.ts'

const narrowed = new WeakMap<Document, Map<string, Document>>()

/**
 * A page about many, with everything blanked that is not about one of them: what is left is the sections under one of
 * its names and the paragraphs that have one. Nothing is moved, so that a quote stands at the same place in the whole page.
 */
export function narrowTo(page: Document, names: readonly string[]): Document {
  const key = names.join('|')
  const known = narrowed.get(page) ?? new Map<string, Document>()
  narrowed.set(page, known)
  const made = known.get(key) ?? {
    ...page,
    text: keepAbout(page.text, names),
    details: { ...page.details, structured: {} },
  }
  known.set(key, made)
  return made
}

function keepAbout(text: string, names: readonly string[]): string {
  const longest = Math.max(...names.map(({ length }) => length))
  const mentions = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${names.map(literally).join('|')})(?![\p{L}\p{N}])`,
    'u',
  )
  const isAlone = (line: string) =>
    !isHeading(line) && mentions.test(line) && line.trim().length <= longest + 20
  // “#### Chief executive” over a name alone tells what they are.
  const isOverName = (lines: readonly string[], at: number): boolean =>
    isAlone(lines.slice(at + 1).find((line) => line.trim() !== '') ?? '')
  let underName = false
  let labelled = false
  const lines = text.split('\n')
  return lines
    .map((line, at) => {
      const hasName = mentions.test(line)
      if (isHeading(line)) underName = hasName
      // A name alone on a line stands over what is told of it.
      const isKept =
        underName || hasName || (labelled && line.trim() !== '') || (isHeading(line) && isOverName(lines, at))
      labelled = isAlone(line) || (labelled && line.trim() !== '')
      return isKept ? line : ' '.repeat(line.length)
    })
    .join('\n')
}

const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line)

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What a person is called in a text: whole, or by the family. */
export function namesOfPerson(name: string): string[] {
  const { lastName } = splitPersonName(name)
  return lastName === null ? [name] : [name, lastName]
}

/** What a company is called: without its legal form, or by a first word that is telling enough. */
export function namesOfCompany(name: string): string[] {
  const short = withoutLegalForm(name)
  const [first = short] = short.split(/\s+/)
  return first.length >= 5 &&
    !/^(?:the|first|north|south|east|west|global|united|royal|atelier|studio|gruppe|groupe|green|digital)$/i.test(
      first,
    )
    ? [short, first]
    : [short]
}
