import type { FieldFormat, Subject } from '../../reader.ts'
import { parseAsk, type Ask } from './ask.ts'
import { worthOf } from './choose.ts'
import type { Fact } from './fact.ts'
import { factsFor } from './facts-for.ts'
import type { Source } from './source.ts'

/** What is told of companies, people and papers again and again, by the question that finds it. */
const questions = {
  headcount: ['Number of employees', 'number'],
  revenue: ['Revenue', 'number'],
  profit: ['Net profit', 'number'],
  totalRaised: ['Total funding raised', 'number'],
  raised: ['Funding raised', 'number'],
  valuation: ['Valuation', 'number'],
  customers: ['Number of customers', 'number'],
  countries: ['Number of countries', 'number'],
  offices: ['Number of offices', 'number'],
  patents: ['Number of patents', 'number'],
  participants: ['Number of participants', 'number'],
  publications: ['Number of publications', 'number'],
  citations: ['Number of citations', 'number'],
  price: ['Price', 'number'],
  founded: ['Founding date', 'date'],
  raisedOn: ['Date of the funding round', 'date'],
  acquiredOn: ['Date of the acquisition', 'date'],
  published: ['Date of publication', 'date'],
  born: ['Date of birth', 'date'],
  joined: ['Date joined', 'date'],
  listed: ['Date of the stock exchange listing', 'date'],
  headquarters: ['City of the headquarters', 'text'],
  residence: ['Place of residence', 'text'],
  birthplace: ['Place of birth', 'text'],
  chiefExecutive: ['Chief executive', 'text'],
  founders: ['Founders', 'text'],
  leadInvestor: ['Lead investor', 'text'],
  acquirer: ['Acquirer', 'text'],
  position: ['Current position', 'text'],
  employer: ['Employer', 'text'],
  licence: ['Licence', 'text'],
} as const satisfies Record<string, readonly [string, FieldFormat]>

export type Attribute = keyof typeof questions

export interface RatedFact extends Fact {
  /** Between 0 and 1: how much it is worth as the attribute's current value. */
  readonly worth: number
}

/** Below this a value hardly has to do with the attribute. */
const least = 0.5

/**
 * What a source says of an attribute of the subject, the best first: every value with its place, whose it is, and
 * whether it is so, was so, is planned, is only reported or is denied.
 */
export function factsOf(attribute: Attribute, source: Source, subject: Subject): RatedFact[] {
  return rated(askFor(attribute, subject), source, subject)
}

/** The same for whatever else is asked for. */
export function rated(ask: Ask, source: Source, subject: Subject): RatedFact[] {
  return factsFor(ask, source, subject)
    .map((fact) => ({ ...fact, worth: Math.min(1, worthOf(ask, fact)) }))
    .filter(({ match, worth }) => match >= least || worth >= least)
    .toSorted((a, b) => b.worth - a.worth)
}

function askFor(attribute: Attribute, subject: Subject): Ask {
  const [description, format] = questions[attribute]
  return parseAsk(description, subject, format, undefined)
}
