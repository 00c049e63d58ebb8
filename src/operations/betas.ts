import type { ContentsOptions } from '../contract/contents.ts'
import { AppError } from '../contract/errors.ts'

const dynamicHighlights = 'dynamic-highlights-2026-08-28'

/** Features that a client must ask for by name in the `Exa-Beta` header. */
export function requireBetas(betas: ReadonlySet<string>, contents: ContentsOptions | undefined): void {
  if (contents?.highlights?.dynamic && !betas.has(dynamicHighlights)) {
    throw new AppError(
      'conflicting_options',
      `\`highlights.dynamic\` needs the header Exa-Beta: ${dynamicHighlights}.`,
    )
  }
}
