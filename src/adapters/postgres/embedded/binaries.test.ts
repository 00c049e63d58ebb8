import { execFileSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../../../../tests/harness/folder.ts'
import { chooseAccount } from './account.ts'
import { findPackage, prepareBinaries } from './binaries.ts'

const isRoot = process.getuid?.() === 0
const real = await findPackage()

/** The package as npm leaves it when install scripts are switched off: without links. */
async function packageWithoutLinks(): Promise<string> {
  const folder = join(await testFolder(), 'native')
  await cp(real.folder, folder, {
    recursive: true,
    // What `--version` can do without is left out, for speed.
    filter: async (path) =>
      !/\.a$|\/(lib|share)\/postgresql\/.|\/pg_ctl$/.test(path) && !(await lstat(path)).isSymbolicLink(),
  })
  return folder
}

const links = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(folder, 'lib'), { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name)
}

const versionOf = (program: string): string => execFileSync(program, ['--version'], { encoding: 'utf8' })

test('missing library links are made', async () => {
  const folder = await packageWithoutLinks()
  expect(await links(folder)).toEqual([])
  const binaries = await prepareBinaries({
    account: await chooseAccount(),
    copies: '/nowhere',
    package: { folder, version: real.version },
  })
  expect(binaries.postgres).toBe(join(folder, 'bin', 'postgres'))
  expect((await links(folder)).length).toBeGreaterThan(5)
  expect(versionOf(binaries.initdb)).toContain(`PostgreSQL) ${binaries.major}.`)
})

test('where the package cannot be used in place, a complete copy is', async () => {
  const folder = await packageWithoutLinks()
  const copies = join(await testFolder(), 'copies')
  // Another user's folder: root may write everywhere, but the account that runs the programs may not enter.
  await chmod(isRoot ? join(folder, '..') : join(folder, 'lib'), isRoot ? 0o700 : 0o555)
  onTestFinished(() => chmod(join(folder, 'lib'), 0o755))
  await mkdir(copies, { mode: 0o755 })
  const account = isRoot ? await chooseAccount(['account']) : await chooseAccount()
  const options = { account, copies, package: { folder, version: real.version } }
  const binaries = await prepareBinaries(options)
  expect(binaries.postgres).toBe(join(copies, `postgres-${real.version}`, 'bin', 'postgres'))
  expect(versionOf(binaries.initdb)).toContain('PostgreSQL')
  expect(await readdir(copies)).toEqual([`postgres-${real.version}`])
  expect(await prepareBinaries(options)).toEqual(binaries)
})

test('an unsupported platform is named, with what is supported', async () => {
  await expect(findPackage('sunos-sparc')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('not available on sunos-sparc'),
    details: { remedy: expect.stringMatching(/linux-x64.*DATABASE_URL/) },
  })
})
