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
  number: numberFacts,
  date: dateFacts,
  email: emailFacts,
  phone: phoneFacts,
  url: urlFacts,
  text: textFacts,
  // Options are weighed against each other over all sources: see `optionFacts`.
  options: () => [],
}

/** Everything in a source that may be what is asked for, good and bad. */
export const factsFor = (
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[] = [source],
): Fact[] => readers[ask.format](ask, source, subject, sources)
