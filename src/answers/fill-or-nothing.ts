import { AppError } from '../contract/errors.ts'
import type { OpenReader } from '../reader/index.ts'

/**
 * Fills a schema, or leaves the object empty where the sources lack what it requires. For objects that come beside
 * something else, which must not be lost with them: the results of a search, the summaries of other pages.
 */
export const fillOrNothing =
  (reader: OpenReader): OpenReader['fill'] =>
  async (task, reading) => {
    try {
      return await reader.fill(task, reading)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_implemented') throw error
      return { content: {}, grounding: [], reader: reader.name, notes: [error.message] }
    }
  }
