import { lookup } from 'node:dns/promises'
import type { Resolver } from '../../ports/resolver.ts'
import { abortable } from './abortable.ts'

/** Asks as every program on this machine does, so that hosts files and the network's own names count. */
export function createSystemResolver(): Resolver {
  return {
    async resolve(hostname, signal) {
      try {
        const entries = await abortable(lookup(hostname, { all: true, verbatim: true }), signal)
        return entries.map(({ address }) => address)
      } catch (error) {
        if (isUnknownName(error)) return []
        throw error
      }
    },
  }
}

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
