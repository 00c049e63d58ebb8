/** How a webset is looked at, as it stands in the address. */
export interface TableState {
  /** Instead of the table. */
  readonly view?: 'changes' | 'monitors'
  readonly find?: string
  /** The id of the enrichment to find it in. */
  readonly column?: string
  readonly filter?: 'all' | 'none'
  readonly sort?: string
  readonly order?: 'desc'
  /** The item whose evidence is open, and what of it: a criterion by its number, an enrichment by its id. */
  readonly item?: string
  readonly cell?: string
  /** The two moments whose difference is shown. */
  readonly from?: string
  readonly to?: string
}

export type ChangeState = (changes: {
  readonly [Name in keyof TableState]?: TableState[Name] | undefined
}) => void

export function readTableState(given: Record<string, unknown>): TableState {
  // What consists of digits is read as a number.
  const text = (name: keyof TableState) => {
    const value = given[name]
    const isText = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return isText ? { [name]: String(value) } : {}
  }
  const moment = (name: 'from' | 'to') => {
    const value = given[name]
    return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? { [name]: value } : {}
  }
  return {
    ...text('find'),
    ...text('column'),
    ...text('sort'),
    ...text('item'),
    ...text('cell'),
    ...moment('from'),
    ...moment('to'),
    ...((given.view === 'changes' || given.view === 'monitors') && { view: given.view }),
    ...((given.filter === 'all' || given.filter === 'none') && { filter: given.filter }),
    ...(given.order === 'desc' && { order: 'desc' }),
  }
}
