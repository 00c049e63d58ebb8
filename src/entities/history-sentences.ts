import type { Subject } from './attribution.ts'
import { spanIn, type DateSpan } from './dates.ts'
import { degreeWord, positionWord } from './career-words.ts'
import type { Position, Study } from './history-lines.ts'
import { wordStart } from './patterns.ts'
import type { Reading } from './reading.ts'
import { statementsOf } from './statements.ts'

const word = String.raw`\p{Lu}[\p{L}\p{N}&'’.-]*`
const organisation = `(?<name>${word}(?: (?:(?:of|for|the|de|der|des|für|and|&|du|la) ){0,2}${word}){0,5})`
const title = String.raw`(?<title>[^,.;:()]{2,80}?)`

const positionPatterns: readonly RegExp[] = [
  `${wordStart}(?:is|am|['’]m|was|were|has been|have been|serves as|served as|works as|worked as) (?:currently |now |also |previously )?(?:(?:the|an?|our) )?${title} (?:at|with) (?:the )?${organisation}`,
  `${wordStart}(?:is|am|['’]m|was|serves as|served as) (?:currently |now |also )?(?:(?:the|an?|our) )?(?![^.;]{0,80} at (?:the )?\\p{Lu})${title} of (?:the )?${organisation}`,
  `${wordStart}joined (?:the )?${organisation}(?: in [\\p{L}]* ?\\d{4})? as (?:(?:the|an?|its) )?(?<title>[^,.;:()]{2,60}?)(?= in \\d{4}|[,.;]|$)`,
  `${wordStart}(?:ist|war|arbeitet als|arbeitete als|bin)(?: (?:seit|bis) \\d{4})? (?:derzeit |heute |aktuell )?(?:(?:die|der|eine?) )?${title} (?:bei der|bei|beim|an der|am|der|des|von|vom) ${organisation}`,
  `${wordStart}(?:est|suis|a été|était|travaille comme) (?:actuellement |aujourd['’]hui )?(?:(?:la|le|une?) |l['’])?${title} (?:chez|au sein de|à l['’]|à la|à|de l['’]|de la|du|de|d['’]) ?${organisation}`,
].map((source) => new RegExp(source, 'gu'))

const degree = String.raw`(?<degree>[^;]{2,90}?)`
const studyPatterns: readonly RegExp[] = [
  `${wordStart}(?:holds?|has|have|received|earned|completed|obtained|gained|did|took) (?:(?:an?|her|his|my|the) )?${degree} (?:from|at) (?:the )?${organisation}`,
  `${wordStart}(?:studied|read) [^.;]{3,60}? at (?:the )?${organisation}`,
  `${wordStart}(?:graduated from|alumn(?:us|a) of) (?:the )?${organisation}`,
  `${wordStart}(?:studierte|studiert|habe|hat|promovierte|promoviert)(?: [^.;]{2,60}?)? an der ${organisation}(?= |[.,;]|$)`,
  `${wordStart}(?:diplômée?|ancien élève|ancienne élève) de (?:la |le |l['’])?${organisation}`,
  `${wordStart}(?:titulaire d['’]une?|a obtenu (?:son|sa|une?)|a soutenu (?:son|sa|une?)) ${degree} (?:de|à) (?:la |le |l['’])?${organisation}`,
  `${wordStart}(?:a étudié|ai étudié) [^.;]{3,60}? à (?:la |le |l['’])?${organisation}`,
].map((source) => new RegExp(source, 'gu'))

const positionMention =
  / (?:is|am|was|were|has been|have been|serves|served|works|worked|joined|ist|war|arbeite|arbeitet|arbeitete|bin|est|suis|a été|était|travaille) |['’]m /
const studyMention =
  /degree|ph\.? ?d|dphil|doctor|master|bachelor|\bm\.?sc|\bb\.?sc|mba|\bb\.?a\b|\bm\.?a\b|diplom|diplôm|stud|graduat|alumn|promov|élève|titulaire|soutenu|étudi|licence/i

/** A title is a title only as long as no story begins in it. */
const story =
  /(?<!\p{L})(?:who|which|that|working|based|interested|from|born|married|die|der|qui|né|née|named|known|one)(?!\p{L})/u
const trailing = /[.'’-]+$|['’]s$/

/** The positions that sentences name for a person: “She is Professor of Robotics at the Aldermoor Institute”. */
export function statedPositions({ prose }: Reading, subject: Subject): Position[] {
  return [...statementsOf(prose.sentences, subject, positionMention, positionPatterns)].flatMap(
    ({ sentence, match, about }) => {
      const { title = '', name = '' } = match.groups ?? {}
      if (about !== 'own' || !positionWord.test(title) || story.test(title)) return []
      const span = spanIn(sentence)
      const dates =
        span?.isSpan || /(?<!\p{L})(?:until|bis|jusqu['’]en)(?!\p{L})/u.test(sentence)
          ? datesOf(span)
          : joined(match[0], span)
      return [{ title, employer: name.replace(trailing, ''), location: null, dates }]
    },
  )
}

/** Who joined in 2019 is there from then on. */
const joined = (text: string, span: DateSpan | null): DateSpan | null =>
  text.startsWith('joined') && span?.to ? { from: span.to, to: null } : null

/** Where a person studied, and for which degree. */
export function statedStudies({ prose }: Reading, subject: Subject): Study[] {
  return [...statementsOf(prose.sentences, subject, studyMention, studyPatterns)].flatMap(
    ({ sentence, match, about }) => {
      const { degree, name = '' } = match.groups ?? {}
      if (
        about !== 'own' ||
        (degree !== undefined && (!degreeWord.test(degree) || /\d/.test(degree) || story.test(degree)))
      )
        return []
      return [
        { degree: degree ?? null, institution: name.replace(trailing, ''), dates: datesOf(spanIn(sentence)) },
      ]
    },
  )
}

const datesOf = (span: DateSpan | null): DateSpan | null => (span ? { from: span.from, to: span.to } : null)
