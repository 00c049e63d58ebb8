import type { FieldFormat, Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { emailFacts, phoneFacts, urlFacts } from './contact-facts.ts'
import { dateFacts } from './date-facts.ts'
import type { Fact } from './fact.ts'
import { numberFacts } from './number-facts.ts'
import type { Source } from './source.ts'
import { textFacts } from './text-facts.ts'

type FactReader = (ask: Ask, source: Source, subject: Subject, sources: readonly Source[]) => Fact[]

const readers: Readonly<Record<FieldFormat, FactReader>> = {
  number: (ask, source, subject) =>
    asksYear(ask) ? yearFacts(ask, source, subject) : numberFacts(ask, source, subject),
  date: dateFacts,
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

const yearFacts = (ask: Ask, source: Source, subject: Subject): Fact[] =>
  dateFacts(ask, source, subject).map((fact) => ({ ...fact, value: fact.value.slice(0, 4) }))

/** Everything in a source that may be what is asked for, good and bad. */
export const factsFor = (
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[] = [source],
): Fact[] => readers[ask.format](ask, source, subject, sources)
