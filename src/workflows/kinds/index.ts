import type { Workflow } from '../workflow.ts'
import { adversarial } from './adversarial.ts'
import { convergent } from './convergent.ts'
import { deep } from './deep.ts'
import { expandAndCollect } from './expand-and-collect.ts'
import { harvest } from './harvest.ts'
import { searchAndRead } from './search-and-read.ts'
import { semanticCron } from './semantic-cron.ts'
import { verified } from './verified.ts'
import { verifiedAnswer } from './verified-answer.ts'
import { verifyEnrichments } from './verify-enrichments.ts'
import { winnow } from './winnow.ts'

const six = [harvest, convergent, adversarial, deep, verified, winnow]
const beyond = [searchAndRead, expandAndCollect, verifiedAnswer, semanticCron, verifyEnrichments]

/** In the order in which they are shown. */
export const workflows: ReadonlyMap<string, Workflow> = new Map(
  [...six, ...beyond].map((one) => [one.type, one]),
)
