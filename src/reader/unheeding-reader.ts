import { disarm } from './injection.ts'
import type { Document } from '../documents/index.ts'
import type { Reader } from './reader.ts'

const safe = (source: Document): Document => disarm(source).document
const withSafe = <T extends { readonly sources: readonly Document[] }>(task: T): T => ({
  ...task,
  sources: task.sources.map(safe),
})

/**
 * A reader that never sees what pages tell it to do, so it cannot do it. Positions stay what they are in the whole
 * text, against which its quotes are then checked.
 */
export const unheedingReader = (reader: Reader): Reader => ({
  ...reader,
  judge: (task, reading) => reader.judge(withSafe(task), reading),
  extract: (task, reading) => reader.extract(withSafe(task), reading),
  answer: (task, reading) => reader.answer(withSafe(task), reading),
  summarise: (task, reading) => reader.summarise({ ...task, source: safe(task.source) }, reading),
  fill: (task, reading) => reader.fill(withSafe(task), reading),
  classify: (source, reading) => reader.classify(safe(source), reading),
})
