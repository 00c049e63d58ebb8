import { isWorkflowType, type WorkflowType } from './workflow-draft.ts'

export const coordinates = {
  scope: { label: 'Scope', low: 'one thing', high: 'a whole field' },
  domainStructure: { label: 'Structure of the field', low: 'well ordered', high: 'unknown' },
  evidenceType: { label: 'Evidence', low: 'one source', high: 'many that agree' },
  timeHorizon: { label: 'Time', low: 'at once', high: 'for long' },
  fidelity: { label: 'Fidelity', low: 'a sketch', high: 'every claim checked' },
} as const
export type Coordinate = keyof typeof coordinates

/** What is chosen, as it stands in the address. */
export interface WorkflowsState {
  readonly type?: WorkflowType
  /** A task whose arguments the form begins with. */
  readonly like?: string
  /** What the map is drawn by. */
  readonly x?: Coordinate
  readonly y?: Coordinate
}

const axis = (value: unknown): Coordinate | undefined =>
  typeof value === 'string' && value in coordinates ? (value as Coordinate) : undefined

export function readWorkflowsState(given: Record<string, unknown>): WorkflowsState {
  const x = axis(given.x)
  const y = axis(given.y)
  return {
    ...(isWorkflowType(given.type) && { type: given.type }),
    ...(typeof given.like === 'string' && { like: given.like }),
    ...(x && { x }),
    ...(y && { y }),
  }
}
