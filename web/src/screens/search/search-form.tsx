import { SlidersHorizontal, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { categories, searchTypes, type SearchState } from './search-state.ts'

interface Props {
  readonly state: SearchState
  readonly change: (changes: Partial<SearchState>) => void
}

export function SearchForm({ state, change }: Props) {
  const [text, setText] = useState(state.q ?? '')
  const [showsFilters, setShowsFilters] = useState(countFilters(state) > 0)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => setText(state.q ?? ''), [state.q])
  useShortcut('/', () => box.current?.focus())
  const filters = countFilters(state)

  return (
    <search>
      <form
        className="search-form"
        onSubmit={(event) => {
          event.preventDefault()
          const q = text.trim()
          if (q !== '') change({ q, like: undefined, page: undefined })
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
          <button
            type="button"
            className="ghost"
            aria-expanded={showsFilters}
            aria-controls="filters"
            onClick={() => setShowsFilters(!showsFilters)}
          >
            <SlidersHorizontal size={15} aria-hidden /> Filters{filters > 0 && ` (${filters})`}
          </button>
        </div>
        {showsFilters && <Filters state={state} change={change} />}
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
      <label className="check">
        <input
          type="checkbox"
          checked={state.summary ?? false}
          onChange={(event) => change({ summary: event.target.checked || undefined })}
        />
        Summaries
      </label>
    </fieldset>
  )
}

const countFilters = ({ category, include, exclude, from, to, text, n, summary }: SearchState): number =>
  [category, include, exclude, from, to, text, n, summary].filter((value) => value !== undefined).length

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
