import { Clock, Globe, ReceiptText, Search, Trash2, Wallet } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { Approval, ApprovalClass } from '../../../../src/contract/approvals.ts'
import { useMay } from '../../api/session.tsx'
import { dollars, instant, lasting, plural } from '../../parts/words.ts'
import { DecisionForm } from './decision-form.tsx'

const classes: Readonly<
  Record<ApprovalClass, { readonly icon: typeof Search; readonly wants: string; readonly where: string }>
> = {
  search: { icon: Search, wants: 'wants to search', where: 'this server’s index' },
  fetch: { icon: Globe, wants: 'wants to fetch pages', where: 'the pages’ servers' },
  spend: { icon: Wallet, wants: 'wants to spend money', where: 'this server' },
  destroy: { icon: Trash2, wants: 'wants to do what cannot be undone', where: 'this server' },
}

/** A question: who wants what, what will be sent where, and what it costs. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const { operation, tool, keyName, args, domains, estimatedUsd, results, rule, createdAt } = approval
  const { icon: Icon, wants, where } = classes[approval.class]
  const mayDecide = useMay('approve')
  return (
    <article className="card approval-card" aria-label={`${keyName} ${wants}: ${operation}`}>
      <header>
        <Icon size={20} aria-hidden />
        <h2>
          {keyName} <span className="quiet">{wants}</span>
        </h2>
        {approval.state === 'pending' && <TimeLeft until={approval.expiresAt} />}
      </header>
      <dl>
        <Fact name="What">
          <code>{operation}</code>
          {tool !== operation && <span className="quiet"> with {tool}</span>}
        </Fact>
        <Fact name="Where to">{domains.length > 0 ? domains.join(', ') : where}</Fact>
        <Fact name="Cost">
          {estimatedUsd > 0 ? `${dollars(estimatedUsd)} by estimate` : 'nothing'}
          {results !== null && `, ${plural(results, 'result')}`}
        </Fact>
        <Fact name="Asked">
          {instant(createdAt)}, because of the rule <code>{rule}</code>
        </Fact>
      </dl>
      <details open>
        <summary>
          <ReceiptText size={15} aria-hidden /> What will be sent
        </summary>
        <pre tabIndex={0} aria-label="What will be sent">
          {JSON.stringify(args, null, 2)}
        </pre>
      </details>
      {approval.decision ? (
        <Decision approval={approval} decision={approval.decision} />
      ) : (
        mayDecide && <DecisionForm approval={approval} />
      )}
    </article>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Decision({
  approval,
  decision,
}: {
  approval: Approval
  decision: NonNullable<Approval['decision']>
}) {
  const { keyName, by, channel, reason, remember, decidedAt } = decision
  return (
    <p className={approval.state === 'rejected' ? 'notice unsure' : 'notice'}>
      {approval.state === 'rejected' ? 'Rejected' : 'Approved'} by {keyName ?? deciders[by] ?? by}, {channel},{' '}
      {instant(decidedAt)}: {reason}
      {remember !== 'once' && ` · remembered for this ${remember}`}
      {approval.usedAt && ` · used ${instant(approval.usedAt)}`}
    </p>
  )
}

const deciders: Readonly<Record<string, string>> = {
  clock: 'nobody in time',
  policy: 'the policy',
  elicitation: 'the asking program’s user',
}

function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = new Date(until).getTime() - now
  return (
    <span className="quiet small time-left" title={`Rejected by itself at ${instant(until)}`}>
      <Clock size={14} aria-hidden /> {left > 0 ? `${lasting(left)} left` : 'timed out'}
    </span>
  )
}
