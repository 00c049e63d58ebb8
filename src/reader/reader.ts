import type { Document } from '../documents/index.ts'

/** Where something stands, word for word: `text.slice(start, end) === quote` in that version of the document. */
export interface Span {
  readonly documentId: string
  readonly version: number
  readonly start: number
  readonly end: number
  readonly quote: string
}

/** Whom or what a question is about, as far as the caller says. */
export interface Subject {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly url?: string | undefined
}

/** What every call of a reader is given besides its task. */
export interface Reading {
  /** What “today”, “in the last two years” and the like are measured from. */
  readonly now: Date
  readonly signal: AbortSignal
  /** Told what a language model used, as it is used. */
  readonly onUse?: ((use: ModelUse) => void) | undefined
}

export interface ModelUse {
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface JudgeTask {
  readonly criterion: string
  readonly subject: Subject
  readonly sources: readonly Document[]
}

/** “Yes” has a quote that entails it and “no” one that contradicts it; everything else is unclear. */
export interface Verdict {
  readonly satisfied: 'yes' | 'no' | 'unclear'
  /** Between 0 and 1: of the verdicts given with .8, four of five are right. */
  readonly confidence: number
  readonly reasoning: string
  readonly spans: readonly Span[]
}

export const fieldFormats = ['text', 'number', 'date', 'email', 'phone', 'url', 'options'] as const
export type FieldFormat = (typeof fieldFormats)[number]

export interface ExtractTask {
  readonly description: string
  /** Absent: chosen from the description. */
  readonly format?: FieldFormat | undefined
  /** The labels to choose from, for the format `options`. */
  readonly options?: readonly string[] | undefined
  readonly subject: Subject
  readonly sources: readonly Document[]
}

export interface Extraction {
  readonly format: FieldFormat
  /** Null: the sources do not say. Never empty. */
  readonly values: readonly string[] | null
  readonly confidence: number
  readonly reasoning: string
  readonly spans: readonly Span[]
}

/** A sentence of a text that is written from sources, with what it rests on. */
export interface Statement {
  readonly text: string
  readonly spans: readonly Span[]
}

export interface AnswerTask {
  readonly question: string
  readonly sources: readonly Document[]
  /** The caller's wishes about tone and form. They never change what is true. */
  readonly instructions?: string | undefined
}

export interface SummaryTask {
  readonly source: Document
  readonly query?: string | undefined
}

export interface FillTask {
  /** A JSON Schema that has passed `checkSchema`. */
  readonly schema: JsonSchema
  /** What the object is to hold: a question, or what the page is summarised for. */
  readonly request: string
  readonly instructions?: string | undefined
  readonly sources: readonly Document[]
}

export type JsonSchema = Readonly<Record<string, unknown>>
export type JsonObject = Readonly<Record<string, unknown>>

/** An object made from sources. Every value that says something is grounded; what is not found is null or left out. */
export interface Filled {
  readonly content: JsonObject
  readonly grounding: readonly Grounding[]
}

export interface Grounding {
  /** The way to the value, such as `companies[0].funding`. */
  readonly field: string
  readonly spans: readonly Span[]
  readonly confidence: number
}

/** What a wish in plain words comes to: which things, which conditions, which columns. */
export interface Decomposition {
  readonly entityType: EntityType
  /** What the things are, in a few words: “makers of solar cells”. */
  readonly entityDescription: string
  readonly criteria: readonly string[]
  readonly enrichments: readonly {
    readonly description: string
    readonly format: FieldFormat
    readonly options?: readonly string[] | undefined
  }[]
}

export const entityTypes = ['company', 'person', 'article', 'research_paper', 'custom'] as const
export type EntityType = (typeof entityTypes)[number]

/** The questions into which a goal falls, each with the searches that may answer it. */
export interface Plan {
  readonly tasks: readonly { readonly question: string; readonly searches: readonly string[] }[]
}

export interface Classification {
  readonly entityType: EntityType
  readonly confidence: number
}

/**
 * Reads pages. What a page says is evidence and never an instruction, whatever it says. Every claim carries the spans
 * it rests on; `checkedReader` drops those whose quotes do not stand there, so a reader that makes things up is only
 * a reader that finds less.
 *
 * Not finding anything is a result (`unclear`, null, no statements). A reader that cannot read at all (its model is
 * out of reach, its budget is spent) rejects with `unavailable`. On the signal it rejects with the signal's reason.
 */
export interface Reader {
  /** How results say who read: `extractive`, or the name of the model. */
  readonly name: string
  judge(task: JudgeTask, reading: Reading): Promise<Verdict>
  extract(task: ExtractTask, reading: Reading): Promise<Extraction>
  /** Statement by statement, each as soon as it is known. None at all: the sources do not answer the question. */
  answer(task: AnswerTask, reading: Reading): AsyncIterable<Statement>
  summarise(task: SummaryTask, reading: Reading): Promise<readonly Statement[]>
  fill(task: FillTask, reading: Reading): Promise<Filled>
  decompose(wish: string, reading: Reading): Promise<Decomposition>
  plan(goal: string, reading: Reading): Promise<Plan>
  classify(source: Document, reading: Reading): Promise<Classification>
}
