import {
  CircleCheck,
  Lightbulb,
  ListChecks,
  Map as MapIcon,
  MessageCircleQuestion,
  Search,
} from 'lucide-react'
import type { OpenPage } from '../../parts/report.tsx'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { plural, shortAddress } from '../../parts/words.ts'
import { outcomesOf, type Chapter, type Entry } from './chapters.ts'

const icons = { plan: MapIcon, task: MessageCircleQuestion, list: ListChecks, end: CircleCheck }

interface Props {
  readonly chapters: readonly Chapter[]
  readonly isEnded: boolean
  readonly openPage: OpenPage
}

/** What a run does while it does it: what it asks, where it searches, what it reads. */
export function Timeline({ chapters, isEnded, openPage }: Props) {
  if (chapters.length === 0)
    return (
      <p className="quiet" role="status">
        {isEnded ? 'It ended before anything happened.' : 'Making a plan…'}
      </p>
    )
  return (
    <ol className="timeline" aria-label="Timeline" aria-busy={!isEnded}>
      {chapters.map((chapter) => (
        <ChapterView
          key={chapter.key}
          chapter={chapter}
          isUnderWay={chapter.isOpen && !isEnded}
          openPage={openPage}
        />
      ))}
    </ol>
  )
}

function ChapterView({
  chapter,
  isUnderWay,
  openPage,
}: {
  chapter: Chapter
  isUnderWay: boolean
  openPage: OpenPage
}) {
  const { kind, title, says, entries, outcome } = chapter
  const Icon = icons[kind]
  const pages = entries.filter((entry) => entry.type === 'page')
  const searches = entries.filter((entry) => entry.type === 'search')
  const thoughts = entries.filter((entry) => entry.type === 'thought')
  return (
    <li className={`chapter ${kind}${isUnderWay ? ' under-way' : ''}`}>
      <span className="chapter-icon">
        <Icon size={15} aria-hidden />
      </span>
      <div className="chapter-body">
        <h3>{title}</h3>
        {says.map((line, index) => (
          <p key={index} className="quiet small">
            {line}
          </p>
        ))}
        {searches.map((entry) => (
          <SearchEntry key={entry.key} entry={entry} openPage={openPage} />
        ))}
        {pages.length > 0 && (
          <ul className="read-pages" aria-label="Pages that were read">
            {pages.map(({ key, url, title: name }) => (
              <li key={key}>
                <PageChip url={url} title={name} openPage={openPage} />
              </li>
            ))}
          </ul>
        )}
        {thoughts.map(({ key, text }) => (
          <p key={key} className="entry">
            <Lightbulb size={14} aria-label="Thought" />
            <span>{text}</span>
          </p>
        ))}
        {outcome !== null && <Outcome markdown={outcome} openPage={openPage} />}
        {isUnderWay && (
          <p className="quiet small" role="status">
            {entries.length === 0 ? 'Searching…' : 'Reading…'}
          </p>
        )}
      </div>
    </li>
  )
}

const PageChip = ({ url, title, openPage }: { url: string; title: string | null; openPage: OpenPage }) => (
  <button type="button" className="read-page" onClick={() => openPage(url)} title={url}>
    <SiteIcon url={url} />
    <span>{title ?? shortAddress(url)}</span>
  </button>
)

function SearchEntry({ entry, openPage }: { entry: Extract<Entry, { type: 'search' }>; openPage: OpenPage }) {
  const line = (
    <>
      <Search size={14} aria-label="Search" />
      <span>
        “{entry.query}”
        {entry.found !== null && <span className="quiet"> · {plural(entry.found, 'page')} found</span>}
      </span>
    </>
  )
  if (entry.urls.length === 0) return <p className="entry">{line}</p>
  return (
    <details className="entry-details">
      <summary className="entry">{line}</summary>
      <ul>
        {entry.urls.map((url) => (
          <li key={url}>
            <button type="button" className="link small" onClick={() => openPage(url)}>
              {shortAddress(url)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a question brought, or what a list has so far. Pages that follow in brackets become the way to them. */
function Outcome({ markdown, openPage }: { markdown: string; openPage: OpenPage }) {
  return (
    <ul className="outcome">
      {outcomesOf(markdown).map(({ text, pages }, index) => (
        <li key={index}>
          {text}
          {pages.map(({ url, title }) => (
            <PageChip key={url} url={url} title={title} openPage={openPage} />
          ))}
        </li>
      ))}
    </ul>
  )
}
