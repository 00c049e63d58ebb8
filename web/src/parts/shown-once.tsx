import { CopyButton } from './copy-button.tsx'

/** A secret that nobody, not even the server, can show again. */
export const ShownOnce = ({ secret, label }: { secret: string; label: string }) => (
  <div className="shown-once">
    <p>
      <strong>{label}</strong> It is shown this once, and never again.
    </p>
    <div>
      <code>{secret}</code>
      <CopyButton text={secret} />
    </div>
  </div>
)
