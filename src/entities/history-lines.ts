import { degreeWord, institutionWord, positionWord } from './career-words.ts'
import { spanIn, type DateSpan } from './dates.ts'
import { fieldsOf } from './labels.ts'
import { isPlaceName } from './places.ts'
import { sentencesOf } from './prose.ts'
import type { Reading } from './reading.ts'

export interface Position {
  readonly title: string | null
  readonly employer: string | null
  readonly location: string | null
  readonly dates: DateSpan | null
}

export interface Study {
  readonly degree: string | null
  readonly institution: string | null
  readonly dates: DateSpan | null
}

const workHeading =
  /(?<!\p{L})(?:experience|employment|career|work history|positions?|appointments|Berufserfahrung|Werdegang|Laufbahn|Stationen|Expériences?|Parcours|Carrière|CV|Curriculum Vitae|Lebenslauf)(?!\p{L})/iu
const studyHeading =
  /(?<!\p{L})(?:education|studies|degrees|qualifications|academic background|Ausbildung|Studium|Bildung\p{L}*|Formation|Études|Diplômes)(?!\p{L})/iu
const mostEntries = 40

/** What stands line by line under “Experience” and “Education”, or in a table with columns for them. */
export function listedHistory(reading: Reading): { positions: Position[]; studies: Study[] } {
  const positions: Position[] = [...tabledPositions(reading)]
  const studies: Study[] = []
  for (const { kind, text, heading } of reading.prose.lines) {
    if ((kind !== 'item' && kind !== 'text') || text.length > 300 || heading.length > 60) continue
    const inStudies = studyHeading.test(heading)
    if (!inStudies && !workHeading.test(heading)) continue
    for (const entry of sentencesOf(text)) {
      const span = spanIn(entry)
      const words = (span ? entry.slice(0, span.start) + entry.slice(span.end) : entry).replaceAll(
        /\(\s*\)/g,
        '',
      )
      const parts = partsOf(words)
      const study = inStudies || (degreeWord.test(words) && !positionWord.test(words)) ? studyOf(parts) : null
      const position = inStudies || study ? null : positionOf(parts)
      if (study) studies.push({ ...study, dates: datesOf(span) })
      // One year alone does not say whether something began or ended.
      else if (position) positions.push({ ...position, dates: span?.isSpan ? datesOf(span) : null })
    }
  }
  return { positions: positions.slice(0, mostEntries), studies: studies.slice(0, mostEntries) }
}

const datesOf = (span: DateSpan | null): DateSpan | null => (span ? { from: span.from, to: span.to } : null)

const partsOf = (line: string): string[] =>
  line
    .split(/\s*(?:[,;|·]|\s[–—-]\s|:\s)\s*|\s+(?:at|bei|chez|@)\s+(?=\p{Lu})/u)
    .map((part) =>
      part
        .replaceAll(/^[\s–—:.-]+|[\s–—:.(-]+$/g, '')
        .replace(/^(?:from|since|seit|depuis|until|bis)$/i, '')
        .trim(),
    )
    .filter((part) => part !== '')

/** One part must read like a position and another not: two names that could be either say nothing. */
function positionOf(parts: readonly string[]): Omit<Position, 'dates'> | null {
  const titles = parts.filter((part) => positionWord.test(part) && !institutionWord.test(part))
  const rest = parts.filter((part) => !titles.includes(part))
  const [title, another] = titles
  const [employer, location] = rest
  if (title === undefined || another !== undefined || employer === undefined || rest.length > 3) return null
  if (!/^[\p{Lu}\p{N}]|^the \p{Lu}/u.test(employer)) return null
  return { title, employer, location: location !== undefined && isPlaceName(location) ? location : null }
}

function studyOf(parts: readonly string[]): Omit<Study, 'dates'> | null {
  const institution = parts.find((part) => institutionWord.test(part) && !degreeWord.test(part))
  const degree = parts.find((part) => part !== institution && degreeWord.test(part))
  const from = degree === undefined ? null : /^(.*?),? (?:from|at|an der|de l['’]) ?(\p{Lu}.*)$/u.exec(degree)
  if (institution === undefined && from?.[1] && from[2]) return { degree: from[1], institution: from[2] }
  if (institution !== undefined) return { degree: degree ?? null, institution }
  const other = parts.find((part) => part !== degree && /^\p{Lu}/u.test(part))
  return degree !== undefined && parts.length === 2 && other !== undefined
    ? { degree, institution: other }
    : null
}

function* tabledPositions({ tables }: Reading): Generator<Position> {
  for (const { headers, rows } of tables) {
    const column = (...fields: string[]) =>
      headers.findIndex((header) => fieldsOf(header).some((field) => fields.includes(field)))
    const [title, employer, when] = [
      column('position'),
      column('employer', 'name'),
      headers.findIndex(isPeriod),
    ]
    if (title < 0 || employer < 0 || when < 0) continue
    for (const row of rows) {
      const span = spanIn(row[when] ?? '')
      yield {
        title: row[title] || null,
        employer: row[employer] || null,
        location: null,
        dates: span?.isSpan ? datesOf(span) : null,
      }
    }
  }
}

const isPeriod = (header: string): boolean =>
  /^(?:years?|dates?|period|from|when|zeit|zeitraum|jahre?|période|dates|années?)$/i.test(header.trim())
