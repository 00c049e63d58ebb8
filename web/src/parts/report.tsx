import { useState } from 'react'
import type { Reference, StoredReading } from '../../../src/contract/readings.ts'
import { passageBehind } from '../screens/search/pieces.ts'
import { blocksOf, inlinesOf, splitSources, type Block, type Inline, type Source } from './markdown.ts'
import { SiteIcon } from './site-icon.tsx'
import { shortAddress } from './words.ts'

/** Opens a page beside; `start` is where in it the passage begins that is meant. */
export type OpenPage = (url: string, start?: number) => void

interface Props {
  readonly content: string
  /** What it rests on. Without it, its numbers lead to pages instead of passages. */
  readonly reading: StoredReading | null | undefined
  readonly openPage: OpenPage
}

/** A report as it was written. Its numbers open the passage they stand for, in place. */
export function Report({ content, reading, openPage }: Props) {
  const { body, sources } = splitSources(content)
  const claims = reading?.claims ?? []
  return (
    <article className="report" aria-label="Report">
      {blocksOf(body).map((block, index) => (
        <BlockView key={index} block={block} sources={sources} claims={claims} openPage={openPage} />
      ))}
      {sources.length > 0 && (
        <>
          <h2 className="section">Sources</h2>
          <ol className="sources">
            {sources.map(({ url, title }, index) => (
              <li key={url}>
                <button type="button" className="source" onClick={() => openPage(url)}>
                  <SiteIcon url={url} />
                  <span>
                    <strong>
                      {index + 1}. {title}
                    </strong>
                    <span className="quiet small">{shortAddress(url)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {reading && (
        <p className="quiet small">
          Read by {reading.reader}. {reading.notes.join(' ')}
        </p>
      )}
    </article>
  )
}

interface Cited {
  readonly sources: readonly Source[]
  readonly claims: StoredReading['claims']
  readonly openPage: OpenPage
}

function BlockView({ block, ...cited }: Cited & { block: Block }) {
  if (block.type === 'heading') return <h3>{block.text}</h3>
  if (block.type === 'code') return <pre tabIndex={0}>{block.text}</pre>
  if (block.type === 'paragraph') return <Statement as="div" text={block.text} {...cited} />
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, index) => (
        <Statement key={index} as="li" text={item} {...cited} />
      ))}
    </List>
  )
}

/** A statement, and below it the passage that one of its numbers has opened. */
function Statement({ as: As, text, sources, claims, openPage }: Cited & { as: 'div' | 'li'; text: string }) {
  const [opened, setOpened] = useState<number | null>(null)
  const passageOf = (source: number): Reference | undefined => {
    const url = sources[source - 1]?.url
    return url === undefined ? undefined : passageBehind(text, url, claims)
  }
  const passage = opened === null ? undefined : passageOf(opened)
  function open(source: number): void {
    const url = sources[source - 1]?.url
    if (passageOf(source)) setOpened(opened === source ? null : source)
    else if (url !== undefined) openPage(url)
  }
  return (
    <As className="statement">
      {inlinesOf(text).map((inline, index) => (
        <InlineView key={index} inline={inline} opened={opened} open={open} openPage={openPage} />
      ))}
      {passage && <Quote reference={passage} openPage={openPage} />}
    </As>
  )
}

interface InlineProps {
  readonly inline: Inline
  readonly opened: number | null
  readonly open: (source: number) => void
  readonly openPage: OpenPage
}

function InlineView({ inline, opened, open, openPage }: InlineProps) {
  switch (inline.type) {
    case 'strong':
      return <strong>{inline.text}</strong>
    case 'em':
      return <em>{inline.text}</em>
    case 'code':
      return <code>{inline.text}</code>
    case 'link':
      return (
        <button type="button" className="link" onClick={() => openPage(inline.url)}>
          {inline.text}
        </button>
      )
    case 'cite':
      return (
        <button
          type="button"
          className="cite"
          aria-expanded={opened === inline.source}
          aria-label={`Source ${inline.source}`}
          onClick={() => open(inline.source)}
        >
          {inline.source}
        </button>
      )
    case 'text':
    default:
      return inline.text
  }
}

/** A passage, word for word, with the way into its page. */
export const Quote = ({ reference, openPage }: { reference: Reference; openPage: OpenPage }) => (
  <figure className="quote">
    <blockquote>{reference.snippet}</blockquote>
    <figcaption>
      {reference.title ?? shortAddress(reference.url)} ·{' '}
      <button type="button" className="link" onClick={() => openPage(reference.url, reference.start)}>
        Show in its page
      </button>
    </figcaption>
  </figure>
)
