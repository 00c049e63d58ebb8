import { z } from 'zod'
import { shapes, type Json, type WorkflowKind } from '../agent-side/index.ts'
import type { Course } from './course.ts'

/** A long piece of work that is written once, against the client of the API, and runs on any server of it. */
export interface Workflow<Args extends z.ZodType<Json> = z.ZodType<Json>> extends WorkflowKind {
  readonly args: Args
  /** Where in its result lists are that may be long, the main one first; `*` stands for every element. */
  readonly lists: readonly string[]
  run(course: Course, args: z.output<Args>): Promise<Json>
}

/** Keeps the types of the arguments while checking the shape. */
export const workflow = <Args extends z.ZodType<Json>>(definition: Workflow<Args>): Workflow => definition

export const Query = z.string().trim().min(1).max(5000)
export const Count = (usual: number) =>
  z.int().min(1).max(1000).default(usual).describe('How many to look for.')
export const Timeout = shapes.timeout(300_000).describe('Milliseconds that each wait may take.')
export const Enrichments = z.array(shapes.EnrichmentInput).max(10)
