import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for what the server says has changed. A first answer that is still on its way may have been read before
 * the change, and invalidating alone would take it for the new one.
 */
export async function askAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
