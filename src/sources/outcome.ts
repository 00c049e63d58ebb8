/** What is left of a run: more at once, more when a moment has come, or nothing. */
export type Outcome =
  | { readonly state: 'more' | 'over' | 'cancelled' }
  | { readonly state: 'wait'; readonly until: Date }
