import { useState, type FormEvent } from 'react'
import { useSigning } from './api/session.tsx'
import mark from './mark.svg'
import { messageOf } from './parts/failure.tsx'

export function SignIn() {
  const signing = useSigning()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    try {
      const key = new FormData(event.currentTarget).get('key')
      await signing.signIn(typeof key === 'string' ? key.trim() : '')
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <img src={mark} alt="" width={44} height={44} />
        <h1>Winnow</h1>
        <p className="quiet">Finds, verifies and enriches things on the web, on your own machine.</p>
        <label htmlFor="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          aria-describedby="key-help"
        />
        {failure && (
          <p role="alert" className="bad">
            {failure}
          </p>
        )}
        <button className="primary" type="submit" disabled={isBusy}>
          Sign in
        </button>
        <p id="key-help" className="quiet small">
          The owner’s key was shown when this server first started. On its machine, <code>winnow open</code>{' '}
          prints a link that signs you in, and <code>winnow keys create</code> makes another key.
        </p>
      </form>
    </main>
  )
}
