/** Makes ids. Those of one process sort by the order in which they were made. */
export interface Ids {
  /** A prefix and a lower-case ULID: `next('webset')` is `webset_01k…`. The ULID alone where the prefix is empty. */
  next(prefix: string): string
}
