import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { emailFacts, phoneFacts, urlFacts } from './contact-facts.ts'
import { dateFacts } from './date-facts.ts'
import type { Fact } from './fact.ts'
import { numberFacts } from './number-facts.ts'
import { optionFacts } from './option-facts.ts'
import type { Source } from './source.ts'
import { textFacts } from './text-facts.ts'

/** Everything in a source that may be what is asked for, good and bad. */
export function factsFor(
  ask: Ask,
  source: Source,
  subject: Subject,
  sources: readonly Source[] = [source],
): Fact[] {
  switch (ask.format) {
    case 'number':
      return numberFacts(ask, source, subject)
    case 'date':
      return dateFacts(ask, source, subject)
    case 'email':
      return emailFacts(ask, source, subject)
    case 'phone':
      return phoneFacts(ask, source, subject, sources)
    case 'url':
      return urlFacts(ask, source, subject)
    case 'text':
      return textFacts(ask, source, subject)
    case 'options':
      return optionFacts(ask, [source], subject)
  }
}
