import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UploadSignature } from '../contract/imports.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Where a file is to be sent: an address that is good for one import until a moment, for whoever has it. */
export function uploadAddress(baseUrl: string, id: string, until: Date, secret: string): string {
  const expires = String(until.getTime())
  const query = new URLSearchParams({ expires, signature: sign(id, expires, secret) })
  return `${baseUrl.replace(/\/$/, '')}/winnow/v1/imports/${id}/file?${query.toString()}`
}

export function isSignedBy({ id, expires, signature }: UploadSignature, secret: string): boolean {
  const expected = Buffer.from(sign(id, expires, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const sign = (id: string, expires: string, secret: string): string =>
  createHmac('sha256', secret).update(`${id}\n${expires}`).digest('base64url')
