import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Source } from '../../../../src/contract/webset-shapes.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import { addSearch } from '../../api/websets.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TextList } from '../../parts/text-list.tsx'
import { filled, mostCriteria } from '../websets/draft.ts'
import { SourceChoice } from '../websets/source-choice.tsx'

/** Another search of the same webset, from where the last one stands. */
export function SearchMore({ webset, close }: { webset: Webset; close: () => void }) {
  const last = webset.searches[0]
  const [query, setQuery] = useState(last?.query ?? '')
  const [criteria, setCriteria] = useState<readonly string[]>(
    last?.criteria.map(({ description }) => description) ?? [],
  )
  const [count, setCount] = useState(last?.count ?? 10)
  const [behavior, setBehavior] = useState<'append' | 'override'>('append')
  const [exclude, setExclude] = useState<readonly Source[]>(last?.exclude ?? [])
  const [scope, setScope] = useState<readonly Source[]>([])
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () =>
      addSearch(webset.id, {
        query,
        count,
        behavior,
        ...(last?.entity && { entity: last.entity }),
        ...(filled(criteria).length > 0 && {
          criteria: filled(criteria).map((description) => ({ description })),
        }),
        ...(exclude.length > 0 && { exclude }),
        ...(scope.length > 0 && { scope }),
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['webset', webset.id] })
      close()
    },
  })
  return (
    <Dialog
      title="Search more"
      description="Change what is looked for, or what is asked of each item. Without criteria, they are taken from the words."
      isOpen
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <label>
          What to look for
          <textarea rows={2} value={query} onChange={(event) => setQuery(event.target.value)} />
        </label>
        <TextList
          label="Criteria"
          values={criteria}
          change={setCriteria}
          most={mostCriteria}
          placeholder="Each item must meet this"
        />
        <label>
          How many
          <input
            type="number"
            min={1}
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
          />
        </label>
        <fieldset className="choices">
          <legend>The items that are there</legend>
          <label className="check">
            <input type="radio" checked={behavior === 'append'} onChange={() => setBehavior('append')} /> stay
            as they are
          </label>
          <label className="check">
            <input type="radio" checked={behavior === 'override'} onChange={() => setBehavior('override')} />{' '}
            are judged anew; those that do not meet the criteria go
          </label>
        </fieldset>
        <SourceChoice
          label="Leave out what is in other websets and lists"
          chosen={exclude}
          change={setExclude}
          except={webset.id}
        />
        <SourceChoice
          label="Look only at what is in these"
          chosen={scope}
          change={setScope}
          except={webset.id}
        />
        {start.isError && <Failure error={start.error} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={start.isPending || query.trim() === ''}>
            Search
          </button>
        </div>
      </form>
    </Dialog>
  )
}
