import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import type { Source } from './source.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'
import { textFact } from './text-fact.ts'

const equation =
  /^(?:(?:The|Its|Our|Their|His|Her|My|Der|Die|Das|Unsere?|Ihre?|Le|La|Les|Notre|Son|Sa)\s|L['’])?(?<what>[\p{L}\p{N}'’-]+(?:\s[\p{L}\p{N}'’-]+){0,6}?)\s(?:is|was|are|were|remains|will be|ist|war|sind|bleibt|est|était|sont)\s(?<rest>[^;:]+)$/u

/** What ends the phrase that a sentence makes equal to another: a mark, a clause, a remark about it. */
const phraseEnd =
  /[,.;:()“”"]|\s(?:which|that|who|where|when|because|since|after|before|while|but|measured|defined|assessed|made|built|designed|based|located|led|used|given|held|according|as|at|for|from|with|by|in|on|to|until|die|der|das|mit|für|bei|seit|im|gemessen|qui|que|avec|pour|depuis|dans|mesurée?)(?!\p{L})/u

/** Something is said of it, and nothing is put in its place: “was reached”, “is available”, “are not”. */
const predicate =
  /^(?:(?:not|now|also|still|only|very|too|about|around|over|more|less|almost|nearly|nicht|auch|noch|sehr|pas|plus|très)\s|\p{L}+(?:ly|ed|able|ible|ful|less|ous|ive)(?!\p{L})|\p{L}+ing(?:[,.;]|$|\s(?:in|at|on|to|for|and|with|a|the)\s)|(?:available|open|closed|new|free|full|high|low|good|large|small|made|held|built|sold|set|due|able|likely|possible|important|known|given|taken|done|unclear|clear|true|ready|to|in|at|on|by|for|from|with|so|as|there|here|it|they|we|he|she)(?!\p{L}))/u

/** “The primary outcome was walking distance at six months”: what a sentence says to be what is asked for. */
export function equativeFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const { head } = ask
  if (head === null || ask.isPlural || viewOf(source, subject).relation === 'none') return []
  const wanted = ask.terms.filter(({ weight }) => weight >= 0.5)
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    if (piece.kind !== 'sentence' || text.length > 300) return []
    const { what, rest } = equation.exec(text)?.groups ?? {}
    if (what === undefined || rest === undefined || predicate.test(rest) || /^\P{L}*\d/u.test(rest)) return []
    const said = termsOf(what)
    if (!wanted.every((term) => placesOf(term, said).some(({ strength }) => strength >= 0.85))) return []
    // “The outcome data” are not the outcome.
    const [place] = placesOf(head, said).slice(-1)
    if (!place || place.end < what.length) return []
    const start =
      text.length - rest.length + (/^(?:an?|the|eine?|der|die|das|une?|le|la)\s/u.exec(rest)?.[0].length ?? 0)
    const phrase = text.slice(start)
    const end = start + (phraseEnd.exec(phrase)?.index ?? phrase.length)
    const words = text.slice(start, end).split(' ').length
    return end - start < 3 || words > 9 ? [] : [textFact(source, subject, piece, start, end, 0.86)]
  })
}
