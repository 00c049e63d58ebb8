import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

const thanksMs = 1500

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), thanksMs)
  }

  return (
    <button type="button" className="ghost" onClick={() => void copy()}>
      {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      {isCopied ? 'Copied' : label}
    </button>
  )
}
