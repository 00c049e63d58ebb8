import { Link, Outlet } from '@tanstack/react-router'
import { Database, FileSearch, ListChecks, LogOut, Search, Settings, Webhook, Workflow } from 'lucide-react'
import type { ComponentType } from 'react'
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
  icon: Icon,
}: {
  to: string
  label: string
  icon: ComponentType<{ size: number }>
}) {
  return (
    <Link to={to} className="rail-link" activeOptions={{ exact: to === '/', includeSearch: false }}>
      <Icon size={18} aria-hidden />
      <span>{label}</span>
    </Link>
  )
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
