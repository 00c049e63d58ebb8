import type { Workflow } from '../workflow.ts'
import { adversarial } from './adversarial.ts'
import { convergent } from './convergent.ts'
import { deep } from './deep.ts'
import { harvest } from './harvest.ts'
import { verified } from './verified.ts'
import { winnow } from './winnow.ts'

/** In the order in which they are shown. */
export const workflows: ReadonlyMap<string, Workflow> = new Map(
  [harvest, convergent, adversarial, deep, verified, winnow].map((one) => [one.type, one]),
)
