import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { codeFor, languages, type Language } from './code-for.ts'

/** The request on screen, as one would write it. */
export function CodePanel({ path, body }: { path: string; body: Record<string, unknown> }) {
  const [language, setLanguage] = useState<Language>('curl')
  const [isCopied, setIsCopied] = useState(false)
  const code = codeFor(language, path, body, location.origin)

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(code)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }

  return (
    <details className="code-panel">
      <summary>This request as code</summary>
      <div className="code-head">
        <div className="segments" role="radiogroup" aria-label="Language">
          {languages.map((one) => (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={one === language}
              onClick={() => setLanguage(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <button type="button" className="ghost" onClick={() => void copy()}>
          {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}{' '}
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <pre tabIndex={0}>{code}</pre>
    </details>
  )
}
