import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AgentGrounding } from '../../../../src/contract/agent.ts'
import type { StoredReading } from '../../../../src/contract/readings.ts'
import { Quote, type OpenPage } from '../../parts/report.tsx'
import { shortAddress } from '../../parts/words.ts'

interface Props {
  readonly path: string
  readonly value: string
  readonly ground: AgentGrounding | undefined
  readonly reading: StoredReading | null | undefined
  readonly openPage: OpenPage
  readonly close: () => void
}

/** Where a value of the structured result stands, word for word. */
export function CellEvidence({ path, value, ground, reading, openPage, close }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [path])
  const quotes = reading?.claims.find(({ text }) => text === path)?.references ?? []
  return (
    <aside
      className="page-panel"
      aria-label="Evidence"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {value}
          </h2>
          <p className="quiet small">
            {path}
            {ground?.confidence && ` · ${ground.confidence} confidence`}
          </p>
        </div>
        <button type="button" className="icon" onClick={close} aria-label="Close the evidence">
          <X size={18} aria-hidden />
        </button>
      </header>
      {quotes.map((reference, index) => (
        <Quote key={index} reference={reference} openPage={openPage} />
      ))}
      {quotes.length === 0 &&
        ground?.citations.map(({ url, title }) => (
          <p key={url}>
            <button type="button" className="link" onClick={() => openPage(url)}>
              {title ?? shortAddress(url)}
            </button>
          </p>
        ))}
    </aside>
  )
}
