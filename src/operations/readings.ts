import {
  Extracted,
  ExtractRequest,
  Judgement,
  JudgeRequest,
  ReadingReference,
  StoredReading,
  Verification,
} from '../contract/readings.ts'
import { operation } from './operation.ts'

export const judge = operation({
  name: 'read.judge',
  summary: 'Say whether pages show that a criterion is met, with the quotes that show it.',
  scope: 'read',
  limitClass: 'contents',
  input: JudgeRequest,
  output: Judgement,
  async run({ services, caller, requestId, meter, signal }, input) {
    const judged = await services.examiner.judge(caller, requestId, input, { meter, signal })
    return { ...judged, costDollars: meter.costDollars() }
  },
})

export const extract = operation({
  name: 'read.extract',
  summary: 'Find a value in pages, with the quotes that say it.',
  scope: 'read',
  limitClass: 'contents',
  input: ExtractRequest,
  output: Extracted,
  async run({ services, caller, requestId, meter, signal }, input) {
    const extracted = await services.examiner.extract(caller, requestId, input, { meter, signal })
    return { ...extracted, costDollars: meter.costDollars() }
  },
})

export const getReading = operation({
  name: 'readings.get',
  summary: 'Show an answer, a verdict or an extraction of before, with what it rests on.',
  scope: 'read',
  limitClass: 'other',
  input: ReadingReference,
  output: StoredReading,
  run: ({ services, caller }, { id }) => services.readings.get(caller.teamId, id),
})

export const verifyReading = operation({
  name: 'readings.verify',
  summary: 'Look up every quote of a reading again in the version of the page that it is from.',
  scope: 'read',
  limitClass: 'other',
  input: ReadingReference,
  output: Verification,
  run: ({ services, caller }, { id }) => services.readings.verify(caller.teamId, id),
})
