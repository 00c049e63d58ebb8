import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Scope } from '../../../src/contract/access.ts'
import { ApiError, ask, post, rememberCsrfToken } from './client.ts'

export interface Session {
  readonly teamId: string
  readonly teamName: string
  readonly keyName: string
  readonly scopes: readonly string[]
  readonly csrfToken: string
}

const sessionKey = ['session']

/** Null: nobody is signed in. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: currentSession,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Whether whoever is signed in may do something; the server decides, this only spares people the attempt. */
export const useMay = (scope: Scope): boolean => useSession().data?.scopes.includes(scope) ?? false

async function currentSession(): Promise<Session | null> {
  const link = linkInAddress()
  try {
    const session = link
      ? await post<Session>('/winnow/v1/session', { link })
      : await ask<Session>('/winnow/v1/session')
    rememberCsrfToken(session.csrfToken)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Taken out of the address at once: it must not stay in the history, or be copied with it. */
function linkInAddress(): string | null {
  const link = new URLSearchParams(location.hash.slice(1)).get('link')
  if (link) history.replaceState(null, '', location.pathname + location.search)
  return link
}

export function useSigning() {
  const queries = useQueryClient()
  return {
    async signIn(key: string): Promise<void> {
      const session = await post<Session>('/winnow/v1/session', { key })
      rememberCsrfToken(session.csrfToken)
      queries.setQueryData(sessionKey, session)
    },
    async signOut(): Promise<void> {
      await ask('/winnow/v1/session', { method: 'DELETE' })
      queries.clear()
      queries.setQueryData(sessionKey, null)
    },
  }
}
