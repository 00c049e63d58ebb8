import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { createWebset, previewWebset } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { draftOf, requestOf, type Draft } from './draft.ts'
import { DraftEditor } from './draft-editor.tsx'

const examples = [
  'Robotics companies in Europe with more than 100 employees',
  'Research papers about battery degradation since 2023',
  'Engineers who work on wind energy in Denmark',
]

interface Props {
  /** What the address asks for: it is previewed at once. */
  readonly wish: string | undefined
  readonly change: (wish: string | undefined) => void
}

/** From a sentence to a webset: what it comes to is shown first, and can be changed. */
export function Composer({ wish: given, change }: Props) {
  const navigate = useNavigate()
  const [wish, setWish] = useState(given ?? '')
  const [draft, setDraft] = useState<Draft | null>(null)
  const preview = useMutation({
    mutationFn: (query: string) => previewWebset(query),
    onSuccess: (found, query) => setDraft(draftOf(query, found)),
  })
  const create = useMutation({
    mutationFn: (made: Draft) => createWebset(requestOf(made)),
    onSuccess: ({ id }) => void navigate({ to: '/websets/$id', params: { id } }),
  })

  const asked = useRef(preview.mutate)
  asked.current = preview.mutate
  useEffect(() => {
    if (given === undefined) return setDraft(null)
    setWish(given)
    asked.current(given)
  }, [given])

  return (
    <section className="composer card" aria-label="New webset">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = wish.trim()
          if (wanted === given) preview.mutate(wanted)
          else if (wanted !== '') change(wanted)
        }}
      >
        <label htmlFor="wish">What should be in the list?</label>
        <div className="composer-line">
          <textarea
            id="wish"
            rows={2}
            value={wish}
            placeholder={examples[0]}
            onChange={(event) => setWish(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }
            }}
          />
          <button
            type="submit"
            className={draft ? '' : 'primary'}
            disabled={preview.isPending || wish.trim() === ''}
          >
            {preview.isPending ? 'Looking…' : draft ? 'Preview again' : 'Preview'}
          </button>
        </div>
        {!draft && (
          <ul className="examples">
            {examples.map((example) => (
              <li key={example}>
                <button type="button" className="chip" onClick={() => setWish(example)}>
                  {example}
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
      {preview.isError && <Failure error={preview.error} />}
      {draft && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate(draft)
          }}
        >
          <DraftEditor draft={draft} change={setDraft} />
          {create.isError && <Failure error={create.error} />}
          <div className="actions">
            <button type="button" className="ghost" onClick={() => change(undefined)}>
              Start over
            </button>
            <button type="submit" className="primary" disabled={create.isPending}>
              Create the webset
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
