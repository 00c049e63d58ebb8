import type { JudgeTask, Reading, Verdict } from '../../reader.ts'
import { judgeAuthors } from './authors.ts'
import { judgeAvailability } from './availability.ts'
import { judgeEmployment } from './employment.ts'
import { judgeWorkplace } from './workplace.ts'

type Judge = (task: JudgeTask, reading: Reading) => Promise<Verdict>

/**
 * Works and people come with a record: who wrote it and where they work, where its code lies, what somebody is and
 * with whom. It stands in bylines, labels and lines under names, not in sentences, so it is read before the judge of
 * sentences is asked.
 */
export function withRecords(judge: Judge): Judge {
  return async function judgeWithRecords(task, reading) {
    const { type } = task.subject
    const isWork = type === 'article' || type === 'research_paper'
    const byRecord = isWork
      ? (judgeAuthors(task) ?? judgeAvailability(task))
      : type === 'person'
        ? (judgeEmployment(task) ?? judgeWorkplace(task))
        : null
    return byRecord ?? judge(isWork ? { ...task, criterion: withoutAnybody(task.criterion) } : task, reading)
  }
}

/** “Reports that one company buys another” asks for no more than a purchase: reports name their companies. */
const withoutAnybody = (criterion: string): string =>
  /^(?:it )?(?:reports?|tells|covers|describes|announces|is about|berichtet)(?!\p{L})/iu.test(criterion)
    ? criterion
        .replace(/(?<!\p{L})that (?=(?:one|an?|another|some|two|the) )/iu, '')
        .replaceAll(
          /(?<!\p{L})(?:one|an?|another|some|two|the)(?: other)? (?:compan(?:y|ies)|firms?|business(?:es)?|employers?|start-?ups?|organisations?)(?!\p{L})/giu,
          '',
        )
        .replaceAll(/(?<!\p{L})(?:another|each other)(?!\p{L})(?! \p{Ll})/giu, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : criterion
