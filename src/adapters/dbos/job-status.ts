import type { JobState, JobStatus } from '../../ports/jobs.ts'
import type { WorkflowStatus } from './dbos.ts'

const states: Record<string, JobState> = {
  ENQUEUED: 'queued',
  DELAYED: 'queued',
  PENDING: 'running',
  SUCCESS: 'completed',
  ERROR: 'failed',
  // It brought its process down again and again.
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: 'failed',
  CANCELLED: 'cancelled',
}

export function toJobStatus(workflow: WorkflowStatus): JobStatus {
  const state = states[workflow.status]
  if (!state) throw new Error(`Workflow ${workflow.workflowID} has an unknown status: ${workflow.status}.`)
  return {
    id: workflow.workflowID,
    name: workflow.workflowName,
    state,
    error: state === 'failed' ? errorText(workflow.error) : null,
    createdAt: new Date(workflow.createdAt),
    updatedAt: new Date(workflow.updatedAt ?? workflow.createdAt),
  }
}

export const hasEnded = ({ state }: JobStatus): boolean => state !== 'queued' && state !== 'running'

function errorText(error: unknown): string {
  if (error instanceof Error) return error.message
  return 'It was given up, because it ended its process too many times.'
}
