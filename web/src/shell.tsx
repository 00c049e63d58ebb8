import { Link, Outlet } from '@tanstack/react-router'
import {
  Database,
  FileSearch,
  ListChecks,
  LogOut,
  Search,
  Settings,
  ShieldCheck,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useApprovalFeed, usePendingApprovals, useTitleBadge } from './api/pending-approvals.ts'
import { useSession, useSigning } from './api/session.tsx'
import mark from './mark.svg'
import { Failure } from './parts/failure.tsx'
import { SignIn } from './sign-in.tsx'

/** What is around every screen: where one can go, and who one is. */
export function Shell() {
  const session = useSession()
  if (session.isPending) return null
  if (session.isError) return <Failure error={session.error} retry={() => void session.refetch()} />
  if (session.data === null) return <SignIn />
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <nav className="rail" aria-label="Screens">
        <Link to="/" className="rail-mark" aria-label="Winnow">
          <img src={mark} alt="" width={28} height={28} />
        </Link>
        <RailLink to="/" label="Search" icon={Search} />
        <RailLink to="/websets" label="Websets" icon={ListChecks} />
        <RailLink to="/runs" label="Runs" icon={FileSearch} />
        <RailLink to="/workflows" label="Workflows" icon={Workflow} />
        <Approvals />
        <RailLink to="/index" label="Index" icon={Database} />
        <RailLink to="/events" label="Events" icon={Webhook} />
        <RailLink to="/settings" label="Settings" icon={Settings} />
        <SignOut teamName={session.data.teamName} />
      </nav>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function RailLink({
  to,
  label,
  count = 0,
  icon: Icon,
}: {
  to: string
  label: string
  /** What waits there. */
  count?: number
  icon: ComponentType<{ size: number }>
}) {
  return (
    <Link to={to} className="rail-link" activeOptions={{ exact: to === '/', includeSearch: false }}>
      <Icon size={18} aria-hidden />
      <span>{label}</span>
      {count > 0 && (
        <span className="rail-count">
          {count}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </Link>
  )
}

/** Wherever one is, one sees that somebody waits for an answer. */
function Approvals() {
  useApprovalFeed()
  const count = usePendingApprovals().data?.data.length ?? 0
  useTitleBadge(count)
  return <RailLink to="/approvals" label="Approvals" icon={ShieldCheck} count={count} />
}

function SignOut({ teamName }: { teamName: string }) {
  const signing = useSigning()
  return (
    <button
      type="button"
      className="rail-link rail-end"
      onClick={() => void signing.signOut()}
      title={`Signed in for ${teamName}`}
    >
      <LogOut size={18} aria-hidden />
      <span>Sign out</span>
    </button>
  )
}
