import type { Embedder } from '../ports/embedder.ts'
import type { Reader } from '../reader/index.ts'

/** What a reader cannot do yet is not measured. */
export type ReaderUnderTest = Partial<Reader> & { readonly name: string }

export function openReaders(_embedder: Embedder): ReaderUnderTest[] {
  return [{ name: 'extractive' }]
}
