/** The time, as a port: a workflow that asks it can be tested over a year in milliseconds. */
export interface Clock {
  now(): Date
}
