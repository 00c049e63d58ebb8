import { useEffect, useRef, useState } from 'react'
import { messageOf } from './failure.tsx'

interface Offer {
  readonly text: string
  readonly undo: () => void
  readonly act: () => Promise<void>
}

const patienceMs = 6000

/** Does something a little later, so that it can be taken back. Leaving the screen does it at once. */
export function useUndo() {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const pending = useRef<Offer | null>(null)

  function carryOut(): void {
    const due = pending.current
    pending.current = null
    setOffer(null)
    due?.act().catch((error: unknown) => setFailure(messageOf(error)))
  }
  const latest = useRef(carryOut)
  latest.current = carryOut
  useEffect(() => {
    if (!offer) return undefined
    const timer = setTimeout(() => latest.current(), patienceMs)
    return () => clearTimeout(timer)
  }, [offer])
  useEffect(() => {
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return {
    offer(text: string, how: Omit<Offer, 'text'>): void {
      carryOut()
      setFailure(null)
      pending.current = { text, ...how }
      setOffer(pending.current)
    },
    toast: (
      <div className="toasts" role="status">
        {offer && (
          <div className="toast">
            {offer.text}
            <button
              type="button"
              className="link"
              onClick={() => {
                pending.current = null
                setOffer(null)
                offer.undo()
              }}
            >
              Undo
            </button>
          </div>
        )}
        {failure && <div className="toast bad">{failure}</div>}
      </div>
    ),
  }
}
