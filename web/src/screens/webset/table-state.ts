/** How the table of a webset is looked at, as it stands in the address. */
export interface TableState {
  readonly find?: string
  readonly filter?: 'all' | 'none'
  readonly sort?: string
  readonly order?: 'desc'
  /** The item whose evidence is open, and what of it: a criterion by its number, an enrichment by its id. */
  readonly item?: string
  readonly cell?: string
}

export function readTableState(given: Record<string, unknown>): TableState {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? { [name]: given[name] } : {}
  return {
    ...text('find'),
    ...text('sort'),
    ...text('item'),
    // The number of a criterion is read as one.
    ...((typeof given.cell === 'string' || typeof given.cell === 'number') && { cell: String(given.cell) }),
    ...((given.filter === 'all' || given.filter === 'none') && { filter: given.filter }),
    ...(given.order === 'desc' && { order: 'desc' }),
  }
}
