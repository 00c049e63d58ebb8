import { z } from 'zod'
import { IndexStatus } from '../contract/index-status.ts'
import { operation } from './operation.ts'

export const indexStatus = operation({
  name: 'index.status',
  summary: 'Say what the index holds, and what it has still to follow.',
  // It counts the pages of every team, so it is the operator's.
  scope: 'teams',
  limitClass: 'other',
  input: z.object({}),
  output: IndexStatus,
  run: ({ services }) => services.index.status(),
})
