import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly description?: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly children: ReactNode
}

export const Dialog = ({ title, description, isOpen, close, children }: Props) => (
  <Radix.Root open={isOpen} onOpenChange={(open) => !open && close()}>
    <Radix.Portal>
      <Radix.Overlay className="dialog-shade" />
      <Radix.Content className="dialog card" {...(!description && { 'aria-describedby': undefined })}>
        <header>
          <Radix.Title asChild>
            <h2>{title}</h2>
          </Radix.Title>
          <Radix.Close className="icon" aria-label="Close">
            <X size={18} aria-hidden />
          </Radix.Close>
        </header>
        {description && <Radix.Description className="quiet small">{description}</Radix.Description>}
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
