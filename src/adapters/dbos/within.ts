/** Waits for the work to end, in whatever way, but not longer than that. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  await Promise.race([work.catch(() => {}), limit])
  clearTimeout(timer)
}
