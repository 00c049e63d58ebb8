import { hostOf } from './words.ts'

const hues = 12

/** A letter for a site: its own picture would have to be fetched from elsewhere, which this app never does. */
export function SiteIcon({ url }: { url: string }) {
  const host = hostOf(url).replace(/^www\./, '')
  const hue = (host.length + (host.codePointAt(0) ?? 0) + (host.codePointAt(1) ?? 0)) % hues
  return (
    <span className="site-icon" data-hue={hue} aria-hidden>
      {(host[0] ?? '?').toUpperCase()}
    </span>
  )
}
