import type { createPages } from '../../contents/index.ts'
import type { OpenReader } from '../../reader/index.ts'
import type { WebsetEngine } from '../engine.ts'
import { createDossiers } from './dossier.ts'
import { createDraw } from './draw.ts'
import { createEnrich } from './enrich.ts'
import { createEntities } from './entities/index.ts'
import { createLibrary, type LibraryNeeds } from './library.ts'
import { estimateRecall } from './recall.ts'
import { createRecognise } from './recognise.ts'
import { createRelated } from './related.ts'
import { createUnderstand } from './understand.ts'
import { createVerify } from './verify.ts'

interface Needs extends Omit<LibraryNeeds, 'fetchPage'> {
  readonly reader: Pick<OpenReader, 'name' | 'judge' | 'extract' | 'decompose'>
  readonly pages: Pick<ReturnType<typeof createPages>, 'get'>
}

const fetchTimeoutMs = 8_000

/** Finds, verifies and enriches entities on the index, with pages from the web where that is allowed. */
export function createWebsetEngine({ reader, pages, ...needs }: Needs): WebsetEngine {
  const library = createLibrary({
    ...needs,
    async fetchPage(teamId, url, signal) {
      const outcome = await pages.get({
        teamId,
        url,
        freshness: { maxAgeMs: Infinity, mayFetch: true, fallBackToStored: true },
        timeoutMs: fetchTimeoutMs,
        reason: 'webset',
        signal,
      })
      return 'document' in outcome ? outcome.document : null
    },
  })
  const entities = createEntities({ library, clock: needs.clock })
  const openDossier = createDossiers({ library, entities, clock: needs.clock })
  return {
    understand: createUnderstand(reader),
    draw: createDraw({ library, entities }),
    recognise: createRecognise({ library, entities }),
    verify: createVerify({ reader, openDossier }),
    enrich: createEnrich({ reader, library, openDossier }),
    related: createRelated({ reader, library, entities, openDossier }),
    recall: estimateRecall,
  }
}
