import { getEncoding } from 'encoding-sniffer'

/** The declaration must come early, but real pages put comments and scripts before it. */
const sniffedBytes = 4096

/**
 * Bytes to text by the rules browsers follow: byte order mark, then the header, then the page's declaration.
 * Where nothing is declared, or the declaration is plainly wrong, valid UTF-8 is read as UTF-8.
 */
export function decodeBody(body: Uint8Array | string, contentType: string | null | undefined): string {
  if (typeof body === 'string') return body
  const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
  const label = getEncoding(body.subarray(0, sniffedBytes), {
    maxBytes: sniffedBytes,
    transportLayerEncodingLabel: declared,
    defaultEncoding: 'windows-1252',
  }).toLowerCase()
  // ISO-2022-JP is written in ASCII bytes, so that it would always pass for UTF-8.
  if (label !== 'utf-8' && label !== 'iso-2022-jp' && !label.startsWith('utf-16')) {
    const text = decodeAs('utf-8', body, true)
    if (text !== null) return text
  }
  return decodeAs(label, body, false) ?? decodeAs('utf-8', body, false) ?? ''
}

/** Null for an encoding nobody knows or, when strict, for bytes that are not in it. */
function decodeAs(label: string, bytes: Uint8Array, strict: boolean): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: strict })
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252' ? text.replaceAll(controls, windowsCharacter) : text
  } catch {
    return null
  }
}

/** Node 20 reads windows-1252 as if it were ISO 8859-1, and so leaves control characters in place of these. */
const controls = /[\u0080-\u009f]/g
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const windowsCharacter = (control: string): string => windowsCharacters.charAt(control.charCodeAt(0) - 0x80)
