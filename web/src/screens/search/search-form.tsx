import { SlidersHorizontal, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { categories, mostPassages, searchTypes, type ChangeSearch, type SearchState } from './search-state.ts'

interface Props {
  readonly state: SearchState
  readonly change: ChangeSearch
}

export function SearchForm({ state, change }: Props) {
  const [text, setText] = useState(state.q ?? '')
  const [showsFilters, setShowsFilters] = useState(countFilters(state) > 0)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => setText(state.q ?? ''), [state.q])
  useShortcut('/', () => box.current?.focus())
  const narrowed = countFilters(state)

  return (
    <search>
      <form
        className="search-form"
        onSubmit={(event) => {
          event.preventDefault()
          const q = text.trim()
          if (q !== '') change({ q, like: undefined, page: undefined, quote: undefined })
        }}
      >
        <div className="search-box">
          <Search size={18} aria-hidden />
          <input
            ref={box}
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Search the index, or ask a question"
            aria-label="Query"
            autoFocus={state.q === undefined}
          />
          <kbd aria-hidden>/</kbd>
          <button className="primary" type="submit">
            Search
          </button>
        </div>
        <div className="search-options">
          <Segments state={state} change={change} />
          {/* Answers are read from whatever pages say, wherever they are. */}
          {state.mode !== 'answer' && (
            <button
              type="button"
              className="ghost"
              aria-expanded={showsFilters}
              aria-controls="filters"
              onClick={() => setShowsFilters(!showsFilters)}
            >
              <SlidersHorizontal size={15} aria-hidden /> Filters and contents
              {narrowed > 0 && ` (${narrowed})`}
            </button>
          )}
        </div>
        {showsFilters && state.mode !== 'answer' && <Filters state={state} change={change} />}
      </form>
    </search>
  )
}

function Segments({ state, change }: Props) {
  const isAnswer = state.mode === 'answer'
  return (
    <div className="segments" role="radiogroup" aria-label="How to search">
      {searchTypes.map(({ type, label, says }) => (
        <button
          key={type}
          type="button"
          role="radio"
          title={says}
          aria-checked={!isAnswer && (state.type ?? 'auto') === type}
          onClick={() => change({ type: type === 'auto' ? undefined : type, mode: undefined })}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        role="radio"
        title="Read the pages and answer, with quotes."
        aria-checked={isAnswer}
        onClick={() => change({ mode: 'answer' })}
      >
        Answer
      </button>
    </div>
  )
}

function Filters({ state, change }: Props) {
  const field = (name: 'include' | 'exclude' | 'text', label: string, placeholder: string) => (
    <label>
      {label}
      <input
        defaultValue={state[name] ?? ''}
        placeholder={placeholder}
        onBlur={(event) => change({ [name]: event.target.value.trim() || undefined })}
      />
    </label>
  )
  const date = (name: 'from' | 'to', label: string) => (
    <label>
      {label}
      <input
        type="date"
        value={state[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value || undefined })}
      />
    </label>
  )
  return (
    <fieldset id="filters" className="filters">
      <legend className="visually-hidden">Filters</legend>
      <label>
        Category
        <select
          value={state.category ?? ''}
          onChange={(event) => change({ category: event.target.value || undefined })}
        >
          <option value="">Any</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </label>
      {field('include', 'Only from', 'example.com, *.org')}
      {field('exclude', 'Not from', 'example.net')}
      {date('from', 'Published after')}
      {date('to', 'Published before')}
      {field('text', 'Must contain', 'up to five words')}
      <label>
        Results
        <input
          type="number"
          min={1}
          max={100}
          value={state.n ?? 10}
          onChange={(event) => change({ n: Number(event.target.value) || undefined })}
        />
      </label>
      <Contents state={state} change={change} />
    </fieldset>
  )
}

/** What of each page is shown. */
function Contents({ state, change }: Props) {
  const check = (name: 'summary' | 'whole', label: string) => (
    <label className="check">
      <input
        type="checkbox"
        checked={state[name] ?? false}
        onChange={(event) => change({ [name]: event.target.checked || undefined })}
      />
      {label}
    </label>
  )
  return (
    <>
      <label>
        Passages of each
        <select
          value={state.passages ?? 2}
          onChange={(event) => {
            const passages = Number(event.target.value)
            change({ passages: passages === 2 ? undefined : passages })
          }}
        >
          {Array.from({ length: mostPassages + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count === 0 ? 'None' : count}
            </option>
          ))}
        </select>
      </label>
      <label>
        Fetch pages
        <select
          value={state.fresh ?? ''}
          onChange={(event) =>
            change({
              fresh: event.target.value === '' ? undefined : (event.target.value as 'always' | 'never'),
            })
          }
        >
          <option value="">that are not there</option>
          <option value="always">anew</option>
          <option value="never">never</option>
        </select>
      </label>
      <div className="checks">
        {check('summary', 'Summaries')}
        {check('whole', 'Beginning of the text')}
      </div>
    </>
  )
}

const filters = [
  ...(['category', 'include', 'exclude', 'from', 'to', 'text', 'n'] as const),
  ...(['summary', 'passages', 'whole', 'fresh'] as const),
]
const countFilters = (state: SearchState): number =>
  filters.filter((name) => state[name] !== undefined).length

/** A key for the whole screen, unless somebody is writing. */
function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const writes = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== key || writes || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
