import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'

const isRoot = process.getuid?.() === 0

/**
 * What is put in front of a command so that permissions bind it. They do not bind root, but in a namespace where it
 * is called nobody they do.
 */
export const asOrdinaryUser: readonly string[] = isRoot
  ? ['unshare', '--user', '--map-user=65534', '--map-group=65534']
  : []

/**
 * What is put in front of a command so that the folder is a disk of this size for it, and for nobody else. The disk
 * vanishes with the command, whatever becomes of that. `prepare` is a line of shell in which `$0` is the folder.
 */
export const onSmallDisk = (folder: string, size: string, prepare = ':'): readonly string[] => [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  '--mount',
  '/bin/sh',
  '-c',
  `mount -t tmpfs -o size=${size} winnow "$0" || exit; ${prepare}; exec "$@"`,
  folder,
]

/**
 * What is put in front of a command so that all the addresses there are lead back to it, and the kernel counts what
 * it and its children try: a network of its own, which vanishes with it.
 */
export const inOwnNetwork: readonly string[] = [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  '--net',
  '/bin/sh',
  '-c',
  'ip link set lo up && ip route add local default dev lo && exec "$0" "$@"',
]

/** Containers may forbid namespaces; then there is nothing to test. */
export async function skipUnlessAllowed(context: TestContext, under: readonly string[]): Promise<void> {
  const [program, ...args] = under
  if (program === undefined) return
  await promisify(execFile)(program, [...args, 'true']).catch((error: Error) =>
    context.skip(`not allowed on this system: ${error.message}`),
  )
}
