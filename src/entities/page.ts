import type { PageVersion } from '../documents/index.ts'

/** A page as extraction leaves it. A stored document is one, too. */
export interface Page extends Omit<PageVersion, 'category' | 'html'> {
  readonly url: string
  /** The media type alone, where somebody knows it. */
  readonly contentType?: string | null | undefined
}
