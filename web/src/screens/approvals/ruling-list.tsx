import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Ruling } from '../../../../src/contract/approvals.ts'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly rulings: Readonly<Record<string, Ruling>>
  readonly change: (rulings: Record<string, Ruling>) => void
}

/** Exceptions by name: what is named here decides before the rest of the policy does. */
export function RulingList({ label, placeholder, rulings, change }: Props) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    change({ ...rulings, [name.trim()]: 'ask' })
    setName('')
  }
  return (
    <fieldset className="text-list">
      <legend>{label}</legend>
      {Object.entries(rulings).map(([one, ruling]) => (
        <div key={one} className="ruling">
          <code>{one}</code>
          <select
            value={ruling}
            aria-label={`What happens to ${one}`}
            onChange={(event) => change({ ...rulings, [one]: event.target.value as Ruling })}
          >
            <option value="allow">Allow</option>
            <option value="ask">Ask</option>
            <option value="deny">Deny</option>
          </select>
          <button
            type="button"
            className="icon"
            aria-label={`Remove ${one}`}
            onClick={() =>
              change(Object.fromEntries(Object.entries(rulings).filter(([other]) => other !== one)))
            }
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
      <div>
        <input
          value={name}
          placeholder={placeholder}
          aria-label={`${label}: name`}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="ghost" disabled={name.trim() === ''} onClick={add}>
          <Plus size={15} aria-hidden /> Add
        </button>
      </div>
    </fieldset>
  )
}
