import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoredReading } from '../../../../src/contract/readings.ts'
import { PagePanel } from '../search/page-panel.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Report, type OpenPage } from '../../parts/report.tsx'
import { Segments } from '../../parts/segments.tsx'
import { CellEvidence } from './cell-evidence.tsx'
import { chaptersOf, countsOf } from './chapters.ts'
import { RunHead } from './run-head.tsx'
import type { RunState, RunTab } from './run-state.ts'
import { costOfSteps, isEnded, type RunView } from './run-view.ts'
import { inWords, StructuredResult } from './structured-result.tsx'
import { Timeline } from './timeline.tsx'
import { useRun } from './use-run.ts'

const route = getRouteApi('/runs/$id')

export function RunScreen() {
  const { id } = route.useParams()
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<RunState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const { run, followed, steps, reading } = useRun(id)
  if (run.isError) return <Failure error={run.error} retry={() => void run.refetch()} />
  if (!run.data) return null
  const chapters = chaptersOf(run.data.kind, followed.events)
  const view: RunView = {
    ...run.data,
    cost: run.data.cost ?? costOfSteps(steps),
    counts: run.data.counts.length > 0 ? run.data.counts : countsOf(chapters),
  }
  const openPage: OpenPage = (page, start) => change({ page, start })
  const panel = state.page ? (
    <PagePanel
      url={state.page}
      quotes={passagesOf(reading, state.page, state.start)}
      close={() => change({ page: undefined, start: undefined })}
    />
  ) : state.cell && view.structured ? (
    <CellEvidence
      path={state.cell}
      value={inWords(valueAt(view.structured, state.cell)) ?? 'Not stated'}
      ground={view.grounding.find(({ field }) => field === `structured.${state.cell}`)}
      reading={reading}
      openPage={openPage}
      close={() => change({ cell: undefined })}
    />
  ) : null
  return (
    <div className={panel ? 'run with-panel' : 'run'}>
      <div className="screen run-main">
        <RunHead view={view} isLive={followed.isLive} />
        {view.error !== null && <Failure error={new Error(view.error)} />}
        {view.shortfall !== null && <p className="notice unsure">{view.shortfall}</p>}
        {followed.failure !== null && <Failure error={followed.failure} />}
        <RunBody
          view={view}
          state={state}
          change={change}
          reading={reading}
          timeline={<Timeline chapters={chapters} isEnded={isEnded(view)} openPage={openPage} />}
          openPage={openPage}
        />
      </div>
      {panel}
    </div>
  )
}

interface BodyProps {
  readonly view: RunView
  readonly state: RunState
  readonly change: (changes: Partial<RunState>) => void
  readonly reading: StoredReading | null | undefined
  readonly timeline: ReactNode
  readonly openPage: OpenPage
}

function RunBody({ view, state, change, reading, timeline, openPage }: BodyProps) {
  const tabs: { value: RunTab; label: string }[] = [
    ...(view.report !== null ? [{ value: 'report' as const, label: 'Report' }] : []),
    ...(view.structured !== null
      ? [
          { value: 'result' as const, label: 'Table' },
          { value: 'json' as const, label: 'JSON' },
        ]
      : []),
    { value: 'timeline' as const, label: 'Timeline' },
  ]
  const usual = view.structured !== null ? 'result' : view.report !== null ? 'report' : 'timeline'
  const shown = tabs.find(({ value }) => value === state.view)?.value ?? usual
  return (
    <>
      {tabs.length > 1 && (
        <Segments
          label="What is shown"
          value={shown}
          options={tabs}
          choose={(value) => change({ view: value })}
        />
      )}
      {shown === 'report' && <Report content={view.report ?? ''} reading={reading} openPage={openPage} />}
      {shown === 'result' && view.structured && (
        <StructuredResult
          value={view.structured}
          grounding={view.grounding}
          chosen={state.cell}
          choose={(cell) => change({ cell, page: undefined, start: undefined })}
        />
      )}
      {shown === 'json' && (
        <pre tabIndex={0} aria-label="Result as JSON">
          {JSON.stringify(view.structured, null, 2)}
        </pre>
      )}
      {shown === 'timeline' && timeline}
    </>
  )
}

/** The passage that begins there; otherwise all that the run quotes from the page. */
function passagesOf(
  reading: StoredReading | null | undefined,
  url: string,
  start: number | undefined,
): string[] {
  const quoted = (reading?.claims ?? [])
    .flatMap(({ references }) => references)
    .filter((reference) => reference.url === url)
  const meant = quoted.filter((reference) => reference.start === start)
  return (meant.length > 0 ? meant : quoted).map(({ snippet }) => snippet)
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>(
      (now, name) =>
        typeof now === 'object' && now !== null ? (now as Record<string, unknown>)[name] : null,
      value,
    )
}
