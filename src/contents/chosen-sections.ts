import { Section, type TextOptions } from '../contract/contents.ts'
import type { SectionLabel } from '../ports/extractor.ts'

const byVerbosity: Readonly<Record<NonNullable<TextOptions['verbosity']>, readonly SectionLabel[]>> = {
  compact: ['body'],
  standard: ['header', 'metadata', 'body', 'sidebar'],
  full: Section.options,
}

/** The parts of a page that somebody asked for; undefined where that is the main content, which is stored. */
export function chosenSections(text: TextOptions | undefined): readonly SectionLabel[] | undefined {
  const { verbosity = 'compact', includeSections = [], excludeSections = [] } = text ?? {}
  const included = includeSections.length > 0 ? includeSections : byVerbosity[verbosity]
  const chosen = included.filter((section) => !excludeSections.includes(section))
  return chosen.length === 1 && chosen[0] === 'body' ? undefined : chosen
}
