import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { codeFor, languages, type Language } from './code-for.ts'

/** The request on screen, as one would write it. */
export function CodePanel({ path, body }: { path: string; body: Record<string, unknown> }) {
  const [language, setLanguage] = useState<Language>('curl')
  const code = codeFor(language, path, body, location.origin)

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
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0}>{code}</pre>
    </details>
  )
}
