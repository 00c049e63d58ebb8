import type { Report } from '../evaluation/index.ts'
import type { Figure } from './bench.ts'

/** What the project has promised of the extractive reader; a model is held to the same. */
export function readerFigures(name: string, report: Report): Figure[] {
  const { criteria, fields, questions, citations, milliseconds } = report
  const figures: Figure[] = []
  const add = (what: string, value: number, unit: Figure['unit'], target?: Figure['target']) => {
    figures.push({ name: `${name}: ${what}`, value, unit, ...(target && { target }) })
  }
  if (criteria.total > 0) {
    add(`criteria, of ${criteria.total} right`, criteria.accuracy * 100, '%')
    add('criteria, false yes', criteria.falseYes * 100, '%', { atMost: 2 })
    add('criteria, false no', criteria.falseNo * 100, '%', { atMost: 2 })
    add('criteria, decided of decidable', criteria.decided * 100, '%', { atLeast: 85 })
    for (const [truth, row] of Object.entries(criteria.confusion))
      for (const [said, count] of Object.entries(row)) add(`criteria, ${truth} judged ${said}`, count, '')
    for (const { confidence, right, claims } of criteria.calibration)
      add(`criteria, right of ${claims} claimed at ${confidence.toFixed(2)}`, right * 100, '%')
  }
  for (const { format, present, exact, absent, leftEmpty } of fields) {
    const target = format === 'options' ? 80 : format === 'text' ? undefined : 90
    add(
      `${format}, exact of ${present}`,
      percent(exact, present),
      '%',
      target ? { atLeast: target } : undefined,
    )
    add(`${format}, left empty of ${absent} absent`, percent(leftEmpty, absent), '%')
  }
  if (questions.total > 0) {
    add(`questions, right of ${questions.total}`, percent(questions.right, questions.total), '%')
    add(
      `questions, declined of ${questions.unanswerable} unanswerable`,
      percent(questions.declined, questions.unanswerable),
      '%',
    )
  }
  add(`citations, standing of ${citations.quotes}`, percent(citations.standing, citations.quotes), '%', {
    atLeast: 100,
  })
  add('time of a reading, p50', milliseconds.p50, 'ms')
  add('time of a reading, p95', milliseconds.p95, 'ms')
  return figures
}

const percent = (part: number, whole: number): number => (whole === 0 ? 100 : (part * 100) / whole)
