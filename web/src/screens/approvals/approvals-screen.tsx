import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMay } from '../../api/session.tsx'
import { Segments } from '../../parts/segments.tsx'
import { approvalTabs, type ApprovalTab } from './approvals-state.ts'
import { AuditLog } from './audit-log.tsx'
import { Decided } from './decided.tsx'
import { Inbox } from './inbox.tsx'
import { PolicyPanel } from './policy-panel.tsx'
import { Remembered } from './remembered.tsx'

const route = getRouteApi('/approvals')

const tabs: Readonly<Record<ApprovalTab, { readonly label: string; readonly panel: ComponentType }>> = {
  inbox: { label: 'Inbox', panel: Inbox },
  decided: { label: 'Decided', panel: Decided },
  remembered: { label: 'Remembered', panel: Remembered },
  policy: { label: 'Policy', panel: PolicyPanel },
  log: { label: 'Log', panel: AuditLog },
}

export function ApprovalsScreen() {
  const { tab = 'inbox' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayDecide = useMay('approve')
  const shown = mayDecide ? tab : 'decided'
  const Panel = tabs[shown].panel
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Approvals</h1>
        <p className="quiet">What agents want to do and may not do without somebody’s word.</p>
      </header>
      {mayDecide ? (
        <div className="settings-tabs">
          <Segments
            label="What to show"
            value={tab}
            options={approvalTabs.map((value) => ({ value, label: tabs[value].label }))}
            choose={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
          />
        </div>
      ) : (
        <p className="notice">
          Your key may not decide: it lacks the scope “approve”. You see what it asked for itself.
        </p>
      )}
      <Panel />
    </div>
  )
}
