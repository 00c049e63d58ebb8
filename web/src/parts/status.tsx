const words: Readonly<Record<string, string>> = {
  idle: 'Done',
  pending: 'Waiting',
  running: 'Running',
  paused: 'Paused: the budget is spent',
  queued: 'Waiting',
  working: 'Running',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const StatusMark = ({ status }: { status: string }) => (
  <span className={`status ${status}`}>
    <span className="dot" aria-hidden />
    {words[status] ?? status}
  </span>
)
