import { Link } from '@tanstack/react-router'
import type { Webset } from '../../../../src/contract/websets.ts'
import type { TableState } from './table-state.ts'

const tabs = [
  { view: undefined, label: 'Items' },
  { view: 'changes', label: 'Changes' },
  { view: 'monitors', label: 'Monitors' },
] as const

/** The ways to look at a webset; each has an address of its own. */
export function WebsetTabs({ webset, current }: { webset: Webset; current: TableState['view'] }) {
  return (
    <nav className="tabs" aria-label="Views of the webset">
      {tabs.map(({ view, label }) => (
        <Link
          key={label}
          to="/websets/$id"
          params={{ id: webset.id }}
          search={view === undefined ? {} : { view }}
          className={view === current ? 'tab current' : 'tab'}
          aria-current={view === current ? 'page' : false}
          // Which one it is stands in the query, of which the router would compare more than that.
          activeProps={{}}
        >
          {label}
          {view === 'monitors' && webset.monitors.length > 0 && ` (${webset.monitors.length})`}
        </Link>
      ))}
    </nav>
  )
}
