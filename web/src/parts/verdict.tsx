import { Check, CircleHelp, X } from 'lucide-react'

export type Satisfied = 'yes' | 'no' | 'unclear'

const icons = { yes: Check, no: X, unclear: CircleHelp }
const words = { yes: 'Meets it', no: 'Does not meet it', unclear: 'Unclear' }

/** By sign and word, not by colour alone. */
export function VerdictMark({ satisfied, says = true }: { satisfied: Satisfied; says?: boolean }) {
  const Icon = icons[satisfied]
  return (
    <span className={`verdict ${satisfied}`}>
      <Icon size={14} aria-hidden />
      <span className={says ? '' : 'visually-hidden'}>{words[satisfied]}</span>
    </span>
  )
}
