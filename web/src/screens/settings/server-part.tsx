import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** Which colour the dot has. */
  readonly mark: string
  readonly says: string
  readonly children: ReactNode
}

export const ServerPart = ({ title, mark, says, children }: Props) => (
  <div className="card server-part">
    <header>
      <h2>{title}</h2>
      <span className={`status ${mark}`}>
        <span className="dot" aria-hidden />
        {says}
      </span>
    </header>
    {children}
  </div>
)
