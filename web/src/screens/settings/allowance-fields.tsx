import type { LimitClass } from '../../../../src/contract/access.ts'

/** As they are written; empty is without. */
export interface Allowance {
  readonly budget: string
  readonly limits: Readonly<Partial<Record<LimitClass, string>>>
}

const classes: readonly (readonly [kind: LimitClass, words: string])[] = [
  ['search', 'Searches'],
  ['contents', 'Contents'],
  ['websets', 'Websets'],
  ['other', 'Everything else'],
]

const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

export const allowanceOf = ({ budget, limits }: Allowance) => ({
  budgetDollars: filled(budget) ? Number(budget) : null,
  limits: Object.fromEntries(
    Object.entries(limits)
      .filter(([, rate]) => filled(rate))
      .map(([kind, rate]) => [kind, Number(rate)]),
  ),
})

/** How much a key may spend, and how often it may ask. */
export function AllowanceFields({ value, change }: { value: Allowance; change: (value: Allowance) => void }) {
  return (
    <>
      <label>
        Budget in dollars
        <input
          type="number"
          min={0}
          max={1_000_000}
          step="any"
          value={value.budget}
          placeholder="None: only the team’s budget counts"
          onChange={(event) => change({ ...value, budget: event.target.value })}
        />
      </label>
      <fieldset className="limit-fields">
        <legend>Requests a second at most</legend>
        {classes.map(([kind, words]) => (
          <label key={kind}>
            {words}
            <input
              type="number"
              min={0}
              step="any"
              value={value.limits[kind] ?? ''}
              placeholder="the team’s"
              onChange={(event) =>
                change({ ...value, limits: { ...value.limits, [kind]: event.target.value } })
              }
            />
          </label>
        ))}
      </fieldset>
    </>
  )
}
