import {
  BookOpen,
  CircleCheck,
  Lightbulb,
  ListChecks,
  Map as MapIcon,
  MessageCircleQuestion,
  Search,
} from 'lucide-react'
import type { OpenPage } from '../../parts/report.tsx'
import { blocksOf, inlinesOf } from '../../parts/markdown.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { plural, shortAddress } from '../../parts/words.ts'
import type { Chapter, Entry } from './chapters.ts'

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
  const others = entries.filter((entry) => entry.type !== 'page')
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
        {others.map((entry) => (
          <EntryView key={entry.key} entry={entry} openPage={openPage} />
        ))}
        {pages.length > 0 && (
          <ul className="read-pages" aria-label="Pages that were read">
            {pages.map(({ key, url, title: name }) => (
              <li key={key}>
                <button type="button" className="read-page" onClick={() => openPage(url)} title={url}>
                  <SiteIcon url={url} />
                  <span>{name ?? shortAddress(url)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
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

function EntryView({ entry, openPage }: { entry: Entry; openPage: OpenPage }) {
  if (entry.type === 'page') return null
  if (entry.type === 'thought')
    return (
      <p className="entry">
        <Lightbulb size={14} aria-label="Thought" />
        <span>{entry.text}</span>
      </p>
    )
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

/** What a question brought. Sources that follow a statement in brackets become the way to them. */
function Outcome({ markdown, openPage }: { markdown: string; openPage: OpenPage }) {
  const lines = blocksOf(markdown).flatMap((block) => (block.type === 'list' ? block.items : [block.text]))
  return (
    <ul className="outcome">
      {lines.map((line, index) => (
        <li key={index}>
          {inlinesOf(line).map((inline, at) =>
            inline.type === 'link' ? (
              <button key={at} type="button" className="link" onClick={() => openPage(inline.url)}>
                <BookOpen size={13} aria-hidden /> {inline.text}
              </button>
            ) : inline.type === 'cite' ? (
              ` [${inline.source}]`
            ) : (
              <span key={at}>{inline.text}</span>
            ),
          )}
        </li>
      ))}
    </ul>
  )
}
