import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Segments } from '../../parts/segments.tsx'
import { ConnectPanel } from './connect-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { ServerPanel } from './server-panel.tsx'
import { settingsTabs, type SettingsTab } from './settings-state.ts'
import { UsagePanel } from './usage-panel.tsx'

const route = getRouteApi('/settings')

const tabs: Readonly<Record<SettingsTab, { readonly label: string; readonly panel: ComponentType }>> = {
  keys: { label: 'Keys', panel: KeysPanel },
  usage: { label: 'Usage and limits', panel: UsagePanel },
  connect: { label: 'Connect an agent', panel: ConnectPanel },
  server: { label: 'Server', panel: ServerPanel },
}

export function SettingsScreen() {
  const { tab = 'keys' } = route.useSearch()
  const navigate = route.useNavigate()
  const Panel = tabs[tab].panel
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Settings</h1>
        <p className="quiet">Who may do what, what it costs, and what this server works with.</p>
      </header>
      <div className="settings-tabs">
        <Segments
          label="Settings"
          value={tab}
          options={settingsTabs.map((value) => ({ value, label: tabs[value].label }))}
          choose={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
        />
      </div>
      <Panel />
    </div>
  )
}
