import type { Quote } from '../readings/index.ts'

/** A question that a goal falls into, with what to search for. */
export interface Task {
  /** Made of the round and the place in its plan: `plan.1.task.0`. */
  readonly key: string
  readonly question: string
  readonly searches: readonly string[]
}

/** A page that was found, in the version that is read. */
export interface Page {
  readonly documentId: string
  readonly version: number
  readonly url: string
  readonly title: string | null
  /** About so many, of its text. */
  readonly tokens: number
}

/** A sentence with the places that it rests on. */
export interface Finding {
  readonly text: string
  readonly quotes: readonly Quote[]
}

/** What happens in an inquiry, for whoever tells of it. */
export type Happening =
  | {
      readonly type: 'planned'
      readonly plan: string
      readonly reasoning: string
      readonly tasks: readonly Task[]
    }
  | {
      readonly type: 'searched'
      readonly task: Task
      readonly step: string
      readonly query: string
      readonly pages: readonly Page[]
    }
  | { readonly type: 'read'; readonly task: Task; readonly step: string; readonly page: Page }
  | {
      readonly type: 'concluded'
      readonly task: Task
      readonly step: string
      readonly findings: readonly Finding[]
    }
  | { readonly type: 'settled'; readonly plan: string; readonly reasoning: string }
