import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Identity, LimitClass } from '../../../../src/contract/access.ts'
import type { UsageTotals } from '../../../../src/contract/usage.ts'
import { useMay } from '../../api/session.tsx'
import { getIdentity, getUsage } from '../../api/settings.ts'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Segments } from '../../parts/segments.tsx'
import { dollars, lasting } from '../../parts/words.ts'
import { keysQuery } from './keys-panel.tsx'
import { StackedDays } from './stacked-days.tsx'
import { stackDays } from './stack-days.ts'

type Measure = Exclude<keyof UsageTotals, 'seconds'>

const measures: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: 'costDollars', label: 'Cost' },
  { value: 'requests', label: 'Requests' },
  { value: 'searches', label: 'Searches' },
  { value: 'pages', label: 'Pages' },
  { value: 'tokens', label: 'Tokens' },
]

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

const dayMs = 86_400_000
const say = (measure: Measure, value: number): string =>
  measure === 'costDollars' ? dollars(value) : value.toLocaleString()

export function UsagePanel() {
  const [measure, setMeasure] = useState<Measure>('costDollars')
  const [days, setDays] = useState<'7' | '30' | '90'>('30')
  const from = firstDay(Number(days))
  const usage = useQuery({
    queryKey: ['usage', days, 'day', 'operation'],
    queryFn: ({ signal }) => getUsage(from, ['day', 'operation'], signal),
    placeholderData: (before) => before,
  })
  const identity = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => getIdentity(signal) })
  const stacked = usage.data && stackDays(usage.data.data, from, measure)
  return (
    <section aria-label="Usage">
      {identity.data && <Allowed team={identity.data.team} />}
      <div className="usage-tools">
        <Segments label="What to count" value={measure} options={measures} choose={setMeasure} />
        <Segments label="Since when" value={days} options={periods} choose={setDays} />
      </div>
      {usage.isError && <Failure error={usage.error} retry={() => void usage.refetch()} />}
      {usage.data && stacked && (
        <>
          <Figures
            figures={[
              { label: 'Cost', value: dollars(usage.data.total.costDollars) },
              { label: 'Requests', value: usage.data.total.requests.toLocaleString() },
              { label: 'Searches', value: usage.data.total.searches.toLocaleString() },
              { label: 'Pages', value: usage.data.total.pages.toLocaleString() },
              { label: 'Tokens', value: usage.data.total.tokens.toLocaleString() },
              { label: 'Work', value: lasting(usage.data.total.seconds * 1000) },
            ]}
          />
          <StackedDays
            {...stacked}
            say={(value) => say(measure, value)}
            label={`${measures.find(({ value }) => value === measure)?.label ?? ''} by day`}
          />
        </>
      )}
      <ByKey days={days} from={from} />
    </section>
  )
}

/** Midnight of the day with which the period begins: days are those of UTC, as the ledger counts them. */
function firstDay(days: number): Date {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  return new Date(today - (days - 1) * dayMs)
}

const classes: Readonly<Record<LimitClass, string>> = {
  search: 'Searches',
  contents: 'Contents',
  websets: 'Websets',
  other: 'Everything else',
}

function Allowed({ team }: { team: Identity['team'] }) {
  const { name, budgetDollars, spentDollars, limits } = team
  return (
    <div className="card allowed">
      <div>
        <h2>Budget of {name}</h2>
        {budgetDollars === null ? (
          <p className="quiet">No limit; {dollars(spentDollars)} spent so far.</p>
        ) : (
          <>
            <p>
              {dollars(spentDollars)} of {dollars(budgetDollars)} spent
            </p>
            <meter
              min={0}
              max={Math.max(budgetDollars, Number.EPSILON)}
              high={budgetDollars * 0.8}
              value={Math.min(spentDollars, budgetDollars)}
              aria-label="Budget of the team spent"
            />
          </>
        )}
      </div>
      <div>
        <h2>Limits</h2>
        {Object.values(limits).every((limit) => limit === 0) ? (
          <p className="quiet">Requests are not limited.</p>
        ) : (
          <ul className="small">
            {(Object.keys(classes) as LimitClass[]).map((kind) => (
              <li key={kind}>
                {classes[kind]}: {limits[kind] === 0 ? 'no limit' : `${limits[kind]} a second`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function ByKey({ days, from }: { days: string; from: Date }) {
  const usage = useQuery({
    queryKey: ['usage', days, 'key'],
    queryFn: ({ signal }) => getUsage(from, ['key'], signal),
    placeholderData: (before) => before,
  })
  const keys = useQuery({ ...keysQuery, enabled: useMay('keys') })
  if (!usage.data || usage.data.data.length === 0) return null
  const nameOf = (id: string | undefined) => keys.data?.find((key) => key.id === id)?.name ?? id
  return (
    <>
      <h2 className="section">By key</h2>
      <div className="table-scroll" role="region" aria-label="Usage by key" tabIndex={0}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Requests</th>
              <th scope="col">Searches</th>
              <th scope="col">Pages</th>
              <th scope="col">Tokens</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {usage.data.data
              .toSorted((one, other) => other.costDollars - one.costDollars || other.requests - one.requests)
              .map((row) => (
                <tr key={row.keyId}>
                  <th scope="row">{nameOf(row.keyId)}</th>
                  <td>{row.requests.toLocaleString()}</td>
                  <td>{row.searches.toLocaleString()}</td>
                  <td>{row.pages.toLocaleString()}</td>
                  <td>{row.tokens.toLocaleString()}</td>
                  <td>{dollars(row.costDollars)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
