import { createHash, randomBytes } from 'node:crypto'

const prefix = 'winnow_'

/** 256 random bits: long enough that a fast hash is a safe one, since there is nothing to guess from. */
export const generateKey = (): string => prefix + randomBytes(32).toString('base64url')

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Enough to tell keys apart in a list, far too little to use one. */
export const hintOf = (key: string): string =>
  `${key.slice(0, key.startsWith(prefix) ? prefix.length + 4 : 4)}…`
