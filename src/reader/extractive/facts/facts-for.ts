import type { FieldFormat, Subject } from '../../reader.ts'
import { isOtherAmount } from './amount-kind.ts'
import type { Ask } from './ask.ts'
import { emailFacts, urlFacts } from './contact-facts.ts'
import { dateFacts } from './date-facts.ts'
import type { Fact, Reach } from './fact.ts'
import { numberFacts } from './number-facts.ts'
import { phoneFacts } from './phone-facts.ts'
import type { Source } from './source.ts'
import { saidBy, viewOf } from './subject.ts'
import { textFacts } from './text-facts.ts'

type FactReader = (
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[],
  reach: Reach,
) => Fact[]

const readers: Readonly<Record<FieldFormat, FactReader>> = {
  number: (ask, source, subject, _, reach) =>
    (asksYear(ask) ? yearFacts : numberFacts)(ask, source, subject, reach),
  date: (ask, source, subject, _, reach) => dateFacts(ask, source, subject, reach),
  email: emailFacts,
  phone: phoneFacts,
  url: urlFacts,
  text: textFacts,
  // Options are weighed against each other over all sources: see `optionFacts`.
  options: () => [],
}

/** “Founded” as a number is a year. */
const asksYear = ({ description, unit, numberKind }: Ask): boolean =>
  unit === null &&
  numberKind === 'any' &&
  /^(?:year|founded|established|born|Gründungsjahr|Geburtsjahr|année)(?!\p{L})|(?<!\p{L})(?:founding|foundation|birth|publication|release|opening) year(?!s)/iu.test(
    description.trim(),
  ) &&
  !/(?<!\p{L})years? (?:of (?:experience|service)|in business)/iu.test(description)

const yearFacts = (ask: Ask, source: Source, subject: Subject, reach: Reach): Fact[] =>
  dateFacts(ask, source, subject, reach).map((fact) => ({ ...fact, value: fact.value.slice(0, 4) }))

/** Everything in a source that may be what is asked for, good and bad. */
export const factsFor = (
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[] = [source],
): Fact[] => meant(readers[ask.format](ask, source, subject, sources, 'said'), ask, source, subject)

/** Every value of the form asked for that could be meant, however little the words around it say so. */
export const possibleFacts = (
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[],
): Fact[] => meant(readers[ask.format](ask, source, subject, sources, 'possible'), ask, source, subject)

/** Without what stands among others and is said of them, and amounts that are said to be other ones. */
function meant(facts: readonly Fact[], ask: Ask, source: Source, subject: Subject): Fact[] {
  const { isAside } = viewOf(source, subject)
  return facts.filter(
    ({ owner, piece }) => (owner !== 'other' || !isAside(saidBy(piece))) && !isOtherAmount(ask, piece),
  )
}
