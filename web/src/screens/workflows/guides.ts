import type { LucideIcon } from 'lucide-react'
import { FileText, GitCompareArrows, Grid2x2Check, Scale, Table2, UserRoundSearch } from 'lucide-react'
import { emptyDraft, type WorkflowDraft, type WorkflowType } from './workflow-draft.ts'

interface Guide {
  readonly name: string
  readonly icon: LucideIcon
  /** When one would want it, and what one gets. */
  readonly when: string
  readonly gives: string
  readonly example: Partial<WorkflowDraft>
}

const employees = { description: 'number of employees', format: 'number' as const, options: '' }

/** What each workflow is for, in plain words, with something to try it on. */
export const guides: Readonly<Record<WorkflowType, Guide>> = {
  'lifecycle.harvest': {
    name: 'Harvest',
    icon: Table2,
    when: 'You want a table of things that meet a description.',
    gives: 'A table with a row for each thing, and a webset that you can go on with.',
    example: {
      query: 'Companies in Europe with more than 50 employees',
      columns: [employees],
      count: 5,
    },
  },
  'convergent.search': {
    name: 'Convergent search',
    icon: GitCompareArrows,
    when: 'You want to be sure that nothing depends on how you put the question.',
    gives: 'What several wordings agree on, what only one of them found, and how much they overlap.',
    example: {
      queries: [
        'Companies in Europe with more than 50 employees',
        'Companies headquartered in Germany or the United Kingdom',
        'Companies founded after 2012',
      ],
      count: 8,
    },
  },
  'adversarial.verify': {
    name: 'Adversarial verification',
    icon: Scale,
    when: 'You believe something and want to see the best case against it.',
    gives: 'The evidence of both sides next to each other and, if you wish, a verdict with its blind spots.',
    example: {
      thesis: 'Start-ups in Europe are growing.',
      thesisQuery: 'News articles about companies that raised money',
      antithesisQuery: 'News articles about companies that laid off people',
      entityType: 'article',
      count: 5,
    },
  },
  'research.verifiedCollection': {
    name: 'Verified collection',
    icon: UserRoundSearch,
    when: 'You want to know more about each of a few things than fits into a cell.',
    gives: 'A table in which the best rows have a researched report of their own.',
    example: {
      query: 'Robotics companies in Europe',
      researchPrompt: 'Who founded {{name}}, and when?',
      count: 3,
      researchLimit: 2,
    },
  },
  'qd.winnow': {
    name: 'Winnow',
    icon: Grid2x2Check,
    when: 'You want to see what kinds of things there are, not only the ones that meet everything.',
    gives:
      'A map of every combination of criteria with the best of each kind, and how good the criteria are.',
    example: {
      query: 'Companies',
      criteria: ['headquartered in Europe', 'has more than 50 employees'],
      columns: [employees],
      count: 6,
    },
  },
  'research.deep': {
    name: 'Deep research',
    icon: FileText,
    when: 'The answer is a text and not a table.',
    gives: 'A report in which every statement leads to the words it rests on.',
    example: { instructions: 'Who founded Kestrel Robotics, and how many people work there?' },
  },
}

export const exampleOf = (type: WorkflowType): WorkflowDraft => ({ ...emptyDraft, ...guides[type].example })
