import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerEvent, Citation } from '../../../../src/contract/answers.ts'
import type { StoredReading } from '../../../../src/contract/readings.ts'
import { ask } from '../../api/client.ts'
import { eventsOf } from '../../api/events.ts'
import { Failure } from '../../parts/failure.tsx'
import { plainText } from '../../parts/page-text.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { shortAddress } from '../../parts/words.ts'
import { CodePanel } from './code-panel.tsx'
import { passageBehind, piecesOf, type Piece } from './pieces.ts'

interface Writing {
  readonly text: string
  readonly citations: readonly Citation[]
  /** Set when it is complete. */
  readonly readingId: string | null
  readonly failure: unknown
}

const nothing: Writing = { text: '', citations: [], readingId: null, failure: null }

/** An answer as it is written. Its numbers open the passage they stand for. */
export function AnswerPanel({
  question,
  openPage,
}: {
  question: string
  openPage: (url: string, quote?: string) => void
}) {
  const { writing, again } = useAnswer(question)
  const reading = useQuery({
    queryKey: ['reading', writing.readingId],
    queryFn: ({ signal }) => ask<StoredReading>(`/winnow/v1/readings/${writing.readingId}`, { signal }),
    enabled: writing.readingId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section
      className="answer"
      aria-label="Answer"
      aria-busy={writing.readingId === null && !writing.failure}
    >
      {writing.text === '' && !writing.failure && <p className="quiet">Reading pages…</p>}
      <div className="answer-text" aria-live="polite">
        {piecesOf(writing.text).map((piece, index) => (
          <AnswerPiece
            key={index}
            piece={piece}
            url={writing.citations[(piece.source ?? 0) - 1]?.url}
            claims={reading.data?.claims ?? []}
            openPage={openPage}
          />
        ))}
      </div>
      {writing.failure !== null && <Failure error={writing.failure} retry={again} />}
      {writing.citations.length > 0 && (
        <>
          <h2 className="section">Sources</h2>
          <ol className="sources">
            {writing.citations.map(({ id, url, title }) => (
              <li key={id}>
                <button type="button" className="source" onClick={() => openPage(url)}>
                  <SiteIcon url={url} />
                  <span>
                    <strong>{title}</strong>
                    <span className="quiet small">{shortAddress(url)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {reading.data && (
        <p className="quiet small read-by">
          Read by {reading.data.reader === 'extractive' ? 'the built-in reader' : reading.data.reader}.{' '}
          {reading.data.notes.join(' ')}
        </p>
      )}
      <CodePanel path="/answer" body={{ query: question }} />
    </section>
  )
}

interface PieceProps {
  readonly piece: Piece
  /** Of the page that its number stands for, once that is known. */
  readonly url: string | undefined
  readonly claims: StoredReading['claims']
  readonly openPage: (url: string, quote?: string) => void
}

function AnswerPiece({ piece, url, claims, openPage }: PieceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const passage = url === undefined ? undefined : passageBehind(piece.text, url, claims)
  return (
    <>
      {piece.text}
      {piece.source !== null && (
        <button
          type="button"
          className="cite"
          aria-expanded={isOpen}
          aria-label={`Source ${piece.source}`}
          disabled={!passage}
          onClick={() => setIsOpen(!isOpen)}
        >
          {piece.source}
        </button>
      )}
      {isOpen && passage && (
        <figure className="quote">
          <blockquote>{plainText(passage.snippet)}</blockquote>
          <figcaption>
            {passage.title ?? shortAddress(passage.url)} ·{' '}
            <button type="button" className="link" onClick={() => openPage(passage.url, passage.snippet)}>
              Read in its page
            </button>
          </figcaption>
        </figure>
      )}
    </>
  )
}

function useAnswer(question: string) {
  const [attempt, setAttempt] = useState(0)
  const [writing, setWriting] = useState(nothing)
  useEffect(() => {
    const leaving = new AbortController()
    setWriting(nothing)
    void write(question, leaving.signal, (change) => setWriting((now) => ({ ...now, ...change(now) }))).catch(
      (failure: unknown) => {
        if (!leaving.signal.aborted) setWriting((now) => ({ ...now, failure }))
      },
    )
    return () => leaving.abort()
  }, [question, attempt])
  return { writing, again: () => setAttempt(attempt + 1) }
}

async function write(
  question: string,
  signal: AbortSignal,
  update: (change: (now: Writing) => Partial<Writing>) => void,
): Promise<void> {
  const body = { query: question, stream: true }
  for await (const { data } of eventsOf('/answer', { method: 'POST', body, signal })) {
    const event = data as AnswerEvent
    if ('tag' in event) throw new Error(event.payload.error.message)
    if ('choices' in event) update(({ text }) => ({ text: text + (event.choices[0]?.delta.content ?? '') }))
    if ('citations' in event && event.citations) {
      const { citations } = event
      update(() => ({ citations }))
    }
    if ('requestId' in event) update(() => ({ readingId: event.requestId }))
  }
}
