import { createHmac, randomBytes } from 'node:crypto'

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** Of the exact bytes, at the moment they are sent: receivers refuse what is older than a few minutes. */
export function signatureOf(secret: string, body: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const hmac = createHmac('sha256', secret).update(`${seconds}.`).update(body)
  return `t=${seconds},v1=${hmac.digest('hex')}`
}
