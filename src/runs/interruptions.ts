export type LimitReason = 'budget_reached' | 'time_limit_reached' | 'stopped'

/** Nothing further may be begun that costs; a script makes a result of what it has. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  readonly reason: LimitReason

  constructor(reason: LimitReason) {
    super(`The run may not go further: ${reason}.`)
    this.reason = reason
  }
}

/** The run has ended meanwhile: canceled, or deleted. Nothing of it is written any more. */
export class RunOver extends Error {
  override readonly name = 'RunOver'
}

/** The slice is long enough; the next one goes on after the last recorded step. */
export class SliceOver extends Error {
  override readonly name = 'SliceOver'
}
