import { useEffect, useState } from 'react'
import type { IngestJob } from '../../../../src/contract/ingest.ts'

interface Sample {
  readonly at: number
  readonly done: number
}

const kept = 60

/** Pages a second of each job that runs, from one look at it to the next, the latest last. */
export function useRates(
  jobs: readonly IngestJob[],
  lookedAt: number,
): ReadonlyMap<string, readonly number[]> {
  const [samples, setSamples] = useState<ReadonlyMap<string, readonly Sample[]>>(new Map())
  useEffect(() => {
    setSamples((before) => {
      const running = jobs.filter(({ status }) => status === 'running')
      return new Map(
        running.map(({ id, run, progress }) => {
          const known = before.get(`${id}.${run}`) ?? []
          if (known.at(-1)?.at === lookedAt) return [`${id}.${run}`, known]
          return [`${id}.${run}`, [...known, { at: lookedAt, done: progress.done }].slice(-kept)]
        }),
      )
    })
    // The jobs are those of this look: they change with it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lookedAt])
  return new Map(
    [...samples].map(([key, those]) => [
      key.slice(0, key.lastIndexOf('.')),
      those.slice(1).map(({ at, done }, index) => {
        const earlier = those[index] ?? { at, done }
        return at > earlier.at ? ((done - earlier.done) / (at - earlier.at)) * 1000 : 0
      }),
    ]),
  )
}
