import { Link } from '@tanstack/react-router'
import type { OpenPage } from '../../parts/report.tsx'
import { plural } from '../../parts/words.ts'
import { ItemLink } from './item-link.tsx'
import type { AdversarialResult } from './results.ts'

interface Props {
  readonly result: AdversarialResult
  readonly args: Readonly<Record<string, unknown>>
  readonly openPage: OpenPage
}

const sides = ['thesis', 'antithesis'] as const
const titles = { thesis: 'For it', antithesis: 'Against it' }

/** What speaks for a thesis beside what speaks against it, and the verdict if one was asked for. */
export function AdversarialView({ result, args, openPage }: Props) {
  if (!result.thesis && !result.antithesis) return null
  const pro = result.thesis?.itemCount ?? 0
  const contra = result.antithesis?.itemCount ?? 0
  return (
    <div className="stack">
      <div
        className="balance"
        role="img"
        aria-label={`${plural(pro, 'piece')} of evidence for it, ${contra} against it`}
      >
        <span className="pro" style={{ flexGrow: Math.max(pro, 0.2) }}>
          {pro} for
        </span>
        <span className="contra" style={{ flexGrow: Math.max(contra, 0.2) }}>
          {contra} against
        </span>
      </div>
      <Synthesis result={result} />
      {result.failedSide && (
        <p className="notice unsure">
          The side “{result.failedSide}” could not be searched: {result.failedReason}
        </p>
      )}
      <div className="columns two">
        {sides.map((side) => (
          <section key={side} className={`side ${side}`} aria-label={titles[side]}>
            <h2>{titles[side]}</h2>
            <p className="quiet small">{queryOf(args, side)}</p>
            {result[side]?.items.length === 0 && (
              <p className="quiet">
                Nothing was found. That is a finding too, if the index has pages that could say it.
              </p>
            )}
            <ul className="item-list">
              {result[side]?.items.map((item) => (
                <li key={item.id}>
                  <ItemLink item={item} openPage={openPage} />
                  {item.description && <p className="small">{item.description}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function queryOf(args: Props['args'], side: (typeof sides)[number]): string {
  const query = args[`${side}Query`]
  return typeof query === 'string' ? query : ''
}

function Synthesis({ result: { synthesis, synthesisError } }: { result: AdversarialResult }) {
  if (synthesisError)
    return (
      <p className="notice unsure">
        Nobody could weigh it: {synthesisError.message} The evidence stands below.
        {synthesisError.researchId && (
          <Link to="/runs/$id" params={{ id: synthesisError.researchId }}>
            See the attempt
          </Link>
        )}
      </p>
    )
  if (!synthesis) return null
  const lists = [
    { title: 'Speaks for it', lines: synthesis.keySupporting },
    { title: 'Speaks against it', lines: synthesis.keyCountering },
    { title: 'Blind spots', lines: synthesis.blindSpots },
  ]
  return (
    <section className="card verdict-card" aria-label="Verdict">
      <h2>{synthesis.verdict}</h2>
      <p className="fitness small quiet">
        <meter min={0} max={1} value={synthesis.confidence} aria-label="Confidence" />
        {Math.round(synthesis.confidence * 100)} % sure ·{' '}
        <Link to="/runs/$id" params={{ id: synthesis.researchId }}>
          How it was weighed
        </Link>
      </p>
      <div className="columns">
        {lists.map(({ title, lines }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul className="bullets">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
