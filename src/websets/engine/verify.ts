import { stands, type OpenReader, type Span, type Subject as ReaderSubject } from '../../reader/index.ts'
import { registrableDomain, type Document } from '../../documents/index.ts'
import { sameName } from '../../entities/index.ts'
import type { Candidate, Citation, Evaluation, Run, SearchSpec, Verified } from '../engine.ts'
import { judgeWithdrawal } from './aftermath.ts'
import { sourcesFor, type Dossier, type Dossiers, type Subject } from './dossier.ts'
import {
  companyOn,
  isAboutMany,
  isProfileOf,
  namesOfCompany,
  namesOfPerson,
  narrowTo,
  siteInKey,
} from './entities/index.ts'
import { present } from './present.ts'

interface Needs {
  readonly reader: Pick<OpenReader, 'judge' | 'name'>
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
    const about = aboutOf(subject, dossier.page)
    const evaluations = await Promise.all(
      criteria.map(async (criterion): Promise<Evaluation> => {
        const pages = sourcesFor(dossier, criterion)
        const sources = narrowed(subject, dossier, pages)
        const task = { criterion, subject: about, sources }
        const verdict = judgeWithdrawal(task, dossier.page, reader.name) ?? (await reader.judge(task, run))
        const { satisfied, confidence, reasoning, spans, reader: by } = verdict
        return { criterion, satisfied, confidence, reasoning, citations: cite(spans, pages), reader: by }
      }),
    )
    return { presented, evaluations }
  }
}

/** Of a person on a page about many, the address would say that all of it is about them. */
export function aboutOf({ type, name }: Subject, page: Document): ReaderSubject {
  if (type === 'company') return { type, name: name ?? page.title ?? undefined, url: page.url }
  if (type !== 'person') return { type, name: page.title ?? name ?? undefined, url: page.url }
  return { type, name: name ?? undefined, ...(name !== null && isProfileOf(page, name) && { url: page.url }) }
}

/** Pages about many, or about somebody else, are read for one only where they speak of it. */
export function narrowed(
  { type, name, entityKey }: Subject,
  { own, others }: Dossier,
  pages: readonly Document[],
): readonly Document[] {
  if (name === null) return pages
  if (type === 'person')
    return pages.map((page) =>
      // Of those who present an employer, the rest tells where that is.
      own.includes(page) && !others.includes(page) && !isProfileOf(page, name)
        ? narrowTo(page, namesOfPerson(name))
        : page,
    )
  if (type !== 'company') return pages
  const names = namesOfCompany(name)
  const site = siteInKey(entityKey)
  return pages.map((page) => {
    const isOwn = registrableDomain(page.host) === site && !isAboutMany(page)
    const isAbout =
      names.some((one) => page.title?.includes(one)) || sameName(companyOn(page).name ?? '', name)
    return isOwn || isAbout ? page : narrowTo(page, names)
  })
}

/** Quotes with their pages; one that reaches over what was left out of a page does not stand in it. */
export function cite(spans: readonly Span[], sources: readonly Document[]): Citation[] {
  return spans.flatMap((span) => {
    const page = sources.find(({ id }) => id === span.documentId)
    return page && stands(span, page) ? [{ span, url: page.url, title: page.title }] : []
  })
}
