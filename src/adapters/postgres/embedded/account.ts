import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { failure } from '../failures.ts'

const run = promisify(execFile)

/** As whom PostgreSQL's programs run: they refuse to run as root. */
export interface Account {
  readonly way: 'self' | RootWay
  /** What is put in front of the program. */
  readonly prefix: readonly string[]
  /** The owner that PostgreSQL's files must have. */
  readonly uid: number
  readonly gid: number
  /** Whether the program is started under the uid above, and not under ours. */
  readonly switchUser: boolean
}

/**
 * `namespace` calls root "nobody" inside a user namespace: its files stay root's and no user has to exist, but
 * containers may forbid it. `account` runs as the user nobody, who must be able to reach the files.
 */
export type RootWay = 'namespace' | 'account'

/** All that PostgreSQL's programs see of the environment: its language and places must not depend on the caller's. */
export const environment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

const namespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

export async function chooseAccount(
  rootWays: readonly RootWay[] = ['namespace', 'account'],
): Promise<Account> {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1]
  if (uid !== 0) return { way: 'self', prefix: [], uid, gid, switchUser: false }
  for (const way of rootWays) {
    const account = way === 'namespace' ? namespaceAccount : await nobodyAccount()
    if (account && (await runsAs(account, 'exit 0'))) return account
  }
  throw failure(
    'PostgreSQL refuses to run as root, and this system allows neither user namespaces nor the user nobody.',
    'Run Winnow as an ordinary user, or set DATABASE_URL to an existing PostgreSQL 15 or newer.',
  )
}

const namespaceAccount: Account = {
  way: 'namespace',
  prefix: namespacePrefix,
  uid: 0,
  gid: 0,
  switchUser: false,
}

async function nobodyAccount(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'nobody'])).stdout)),
    )
    return uid && gid ? { way: 'account', prefix: [], uid, gid, switchUser: true } : null
  } catch {
    return null
  }
}

/** Whether the account may enter the folder, all its parents included. */
export const canEnter = (account: Account, folder: string): Promise<boolean> =>
  runsAs(account, 'cd "$0"', folder)

async function runsAs(account: Account, script: string, ...values: string[]): Promise<boolean> {
  const [program = '', ...rest] = [...account.prefix, '/bin/sh', '-c', script, ...values]
  const user = account.switchUser ? { uid: account.uid, gid: account.gid } : {}
  return await run(program, rest, { env: environment, cwd: '/', ...user }).then(
    () => true,
    () => false,
  )
}
