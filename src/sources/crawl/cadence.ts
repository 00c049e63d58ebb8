const day = 86_400_000
const longestMs = 30 * day

/** A page that runs in a row say is gone is believed at the second: servers lose pages for an hour, too. */
export const confirmationsOfAbsence = 2

/** How long to leave a page alone: ever longer while it does not change, at once shorter when it does. */
export function nextInterval(lastMs: number | null, changed: boolean, shortestMs: number): number {
  if (lastMs === null) return shortestMs
  const wanted = changed ? lastMs / 2 : lastMs * 1.5
  return Math.round(Math.max(shortestMs, Math.min(longestMs, wanted)))
}
