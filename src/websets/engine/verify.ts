import type { OpenReader, Span } from '../../reader/index.ts'
import type { Document } from '../../documents/index.ts'
import type { Candidate, Citation, Evaluation, Run, SearchSpec, Verified } from '../engine.ts'
import { judgeAftermath } from './aftermath.ts'
import { sourcesFor, type Dossiers, type Subject } from './dossier.ts'
import { present } from './present.ts'

interface Needs {
  readonly reader: Pick<OpenReader, 'judge'>
  readonly openDossier: Dossiers
}

/** Judges a candidate by each criterion, on its own pages and on those that name it. */
export function createVerify({ reader, openDossier }: Needs) {
  return async function verify(
    { teamId, query, entity, criteria }: SearchSpec,
    candidate: Candidate,
    run: Run,
  ): Promise<Verified | null> {
    const subject: Subject = { ...candidate, type: entity.type }
    const dossier = await openDossier(teamId, subject, criteria.length > 0 ? criteria : [query], run)
    if (!dossier) return null
    const presented = present(subject, dossier)
    const about = { type: entity.type, name: nameOf(subject, dossier.page), url: dossier.page.url }
    const evaluations = await Promise.all(
      criteria.map(async (criterion): Promise<Evaluation> => {
        const sources = sourcesFor(dossier, criterion)
        const task = { criterion, subject: about, sources }
        const verdict =
          (await judgeAftermath(reader, task, dossier.page, run)) ?? (await reader.judge(task, run))
        const { satisfied, confidence, reasoning, spans, reader: by } = verdict
        return { criterion, satisfied, confidence, reasoning, citations: cite(spans, sources), reader: by }
      }),
    )
    return { presented, evaluations }
  }
}

const nameOf = ({ type, name }: Subject, page: Document): string | undefined =>
  (type === 'company' || type === 'person' ? name : page.title) ?? page.title ?? undefined

export function cite(spans: readonly Span[], sources: readonly Document[]): Citation[] {
  return spans.flatMap((span) => {
    const page = sources.find(({ id }) => id === span.documentId)
    return page ? [{ span, url: page.url, title: page.title }] : []
  })
}
