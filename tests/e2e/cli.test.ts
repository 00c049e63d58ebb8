import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ResearchEvent } from '../../src/contract/research.ts'
import type { Webset } from '../../src/contract/websets.ts'
import { runCli } from '../harness/cli.ts'
import { testFolder } from '../harness/folder.ts'
import { serverProcess } from '../harness/server-process.ts'

const server = await serverProcess({ flags: ['--log-level', 'debug'] })
const elsewhere = await testFolder()
beforeAll(() => server.start())

/** Attached to the running server by its data folder. */
const winnow = (...args: string[]) => runCli([...args, '--data-dir', server.dataDir], { cwd: server.folder })
/** Without any server. */
const alone = (...args: string[]) => runCli(args, { cwd: elsewhere })

const me = (key: string) => fetch(new URL('/winnow/v1/me', server.url), { headers: { 'x-api-key': key } })
const modeOf = async (...path: string[]) => (await stat(join(server.dataDir, ...path))).mode & 0o777

// The character that begins every colour and cursor movement.
const escapeCharacter = '\u001B'

describe('help', () => {
  const names =
    'serve mcp search contents answer judge extract verify eval research agent webset import task approvals crawl ingest index reindex forget doctor keys teams usage open backup restore'.split(
      ' ',
    )
  const commands = [[], ...names.map((name) => [name])]

  test.each(commands)('winnow %s --help shows examples', async (...command) => {
    const { code, stdout, stderr } = await alone(...command, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`Examples:\n(  .*\n)*  .*\\$ .*winnow ${command[0] ?? ''}`))
  })

  test('every command is in this list', async () => {
    const { stdout } = await alone('--help')
    const [, listed = ''] = /^Commands:\n((?: .*\n)+)/m.exec(stdout) ?? []
    const shown = [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
    expect(new Set(shown)).toEqual(new Set([...names, 'help']))
  })
})

test('a list is imported, and one that cannot be says why', async () => {
  const list = join(server.folder, 'customers.csv')
  await writeFile(list, 'Company;Website\nKestrel;kestrel.example\nMerlin;\n')
  const made = await winnow('import', list)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/^import_\w+: 1 rows, told apart by "Website", 1 without it left out\n$/)
  const asked = await winnow('import', list, '--entity', 'places to visit', '--identifier', '0', '--json')
  expect(JSON.parse(asked.stdout)).toMatchObject({
    status: 'completed',
    title: 'customers.csv',
    entity: { type: 'custom', description: 'places to visit' },
    count: 2,
    table: { delimiter: ';', identifier: { index: 0, header: 'Company' } },
    progress: { rows: 2, skipped: 0 },
  })
  const detached = await winnow('import', list, '--detach')
  expect(detached.stdout).toMatch(/^import_\w+\n$/)
  await writeFile(list, 'Company;City\nKestrel;Bern\n')
  const failed = await winnow('import', list)
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('None of the columns has web addresses')
  expect((await winnow('import', 'nowhere.csv')).code).toBe(2)
})

test('an agent run is run, shown, listed, cancelled and continued', async () => {
  const made = await winnow('agent', 'run', 'who', 'paints', 'boats?', '--effort', 'low')
  const [id = ''] = /agent_run_\w+/.exec(made.stderr) ?? []
  expect(made.stderr).toContain('$0.0250; winnow verify')
  expect((await winnow('agent', 'get', id)).stdout).toBe(made.stdout)
  expect((await winnow('agent', 'list')).stdout).toContain(
    `${id}  completed  low     0.0250   who paints boats?`,
  )
  expect((await winnow('agent', 'cancel', id)).stdout).toBe(`${id} is completed.\n`)
  expect((await winnow('agent', 'stop', id)).stdout).toBe(`${id} is completed.\n`)
  const next = await winnow('agent', 'run', 'and', 'who', 'sells', 'them?', '--continue', id, '--detach')
  expect(next.stdout).toMatch(/^agent_run_\w+\n$/)
  const shown = await winnow('agent', 'get', next.stdout.trim(), '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ request: { previousRunId: id, effort: 'auto' } })
}, 60_000)

test('research is run, shown, listed, replayed and forked', async () => {
  const made = await winnow('research', 'run', 'who', 'paints', 'boats?', '--model', 'exa-research-fast')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('do not answer this question') })
  const [id = ''] = /research_\w+/.exec(made.stderr) ?? []
  expect((await winnow('research', 'get', id)).stdout).toBe(made.stdout)
  expect((await winnow('research', 'list')).stdout).toContain(`${id}  completed  exa-research-fast`)
  expect((await winnow('research', 'cancel', id)).stdout).toBe(`${id} is completed.\n`)
  expect((await winnow('research', 'steps', id)).stdout).toMatch(/^plan\.1 +plan +0\.000000$/m)
  const replayed = (await winnow('research', 'replay', id)).stdout.trimEnd().split('\n')
  const events = replayed.map((line) => (JSON.parse(line) as ResearchEvent).eventType)
  expect([events[0], events.at(-1)]).toEqual(['research-definition', 'research-output'])
  const forked = await winnow('research', 'fork', id, '--from', 'write', '--instructions', 'x', '--json')
  expect(JSON.parse(forked.stdout)).toMatchObject({ status: 'completed', instructions: 'x' })
  expect(await winnow('research', 'fork', id, '--from', 'nowhere')).toMatchObject({ code: 1 })
}, 60_000)

test('a webset is made, shown, watched until it rests, and deleted', async () => {
  const options = '--entity company --count 2 --external-id cli --detach --json'.split(' ')
  const made = await winnow(
    'webset',
    'create',
    'robot',
    'makers',
    ...options,
    '--criterion',
    'Makes robots',
    '--enrich',
    'Press contact:email',
  )
  const webset = JSON.parse(made.stdout) as Webset
  expect(webset).toMatchObject({
    externalId: 'cli',
    searches: [{ query: 'robot makers', count: 2, criteria: [{ description: 'Makes robots' }] }],
    enrichments: [{ description: 'Press contact', format: 'email' }],
  })
  expect(await winnow('webset', 'get', 'cli')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('enrichment') as string,
  })
  expect((await winnow('webset', 'cancel', 'cli')).stdout).toBe(`${webset.id} is canceled.\n`)
  const watched = await winnow('webset', 'watch', 'cli', '--json')
  expect(watched).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(watched.stdout.split('\n')[0] ?? '')).toMatchObject({ type: 'webset.snapshot' })
  expect(JSON.parse((await winnow('webset', 'items', 'cli', '--json')).stdout)).toBeInstanceOf(Array)
  expect((await winnow('webset', 'list')).stdout).toContain(webset.id)
  expect((await winnow('webset', 'delete', 'cli')).stdout).toBe(`${webset.id} is deleted.\n`)
  expect(await winnow('webset', 'get', 'cli')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('404'),
  })
})

describe('exit codes', () => {
  test('2 for a mistake in the command, which it names', async () => {
    for (const [args, mistake] of [
      [['frobnicate'], "unknown command 'frobnicate'"],
      [['serve', '--frobnicate'], "unknown option '--frobnicate'"],
      [['keys', 'create'], "missing required argument 'name'"],
      [['keys', 'create', 'x', '--budget', 'lots'], "'lots' is invalid"],
      [['usage', '--by', 'week'], "'week' is invalid"],
      [['serve', '--port', '99999'], '99999'],
      [['serve', '--role', 'king'], '"king"'],
      [['keys', 'list', '--url', 'http://127.0.0.1:1'], '--api-key'],
    ] as const) {
      const { code, stdout, stderr } = await alone(...args)
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
      expect(stderr).toContain(mistake)
    }
  })

  test('3 when there is no server, with what to do', async () => {
    const folder = await alone('keys', 'list')
    expect(folder).toMatchObject({ code: 3, stdout: '' })
    expect(folder.stderr).toContain(join(elsewhere, '.winnow'))
    expect(folder.stderr).toContain('winnow serve')
    const address = await alone('usage', '--url', 'http://127.0.0.1:1', '--api-key', 'winnow_none')
    expect(address).toMatchObject({ code: 3, stdout: '' })
    expect(address.stderr).toContain('http://127.0.0.1:1')
  })

  test('1 when the server refuses, with its reason', async () => {
    const unknown = await winnow('keys', 'revoke', 'key_nowhere')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toMatch(/404.*key_nowhere.*request \w+/)
    const refused = await winnow('keys', 'list', '--api-key', 'winnow_wrong')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('--api-key')
  })
})

describe('output', () => {
  test('--json is JSON and nothing else', async () => {
    const created = await winnow('keys', 'create', 'json', '--json')
    const { id } = JSON.parse(created.stdout) as { id: string }
    const results = [
      created,
      await winnow('keys', 'list', '--json'),
      await winnow('keys', 'revoke', id, '--json'),
      await winnow('teams', 'create', 'json', '--json'),
      await winnow('teams', 'list', '--json'),
      await winnow('usage', '--json'),
      await winnow('doctor', '--json'),
    ]
    for (const { code, stdout, stderr } of results) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toBeTypeOf('object')
    }
  })

  test('has no colours in a pipe', async () => {
    const results = [
      await winnow('doctor'),
      await winnow('keys', 'list'),
      await winnow('teams', 'list'),
      await winnow('usage'),
      await alone('keys', 'list'),
      await alone('doctor', '--port', 'x'),
    ]
    for (const { stdout, stderr } of results) {
      expect(stdout + stderr).not.toContain(escapeCharacter)
      expect(stdout + stderr).not.toBe('')
    }
    expect(server.stdout()).not.toContain(escapeCharacter)
  })
})

describe('keys', () => {
  test('are made, used, listed and revoked', async () => {
    const created = await winnow('keys', 'create', 'laptop', '--scopes', 'read', '--budget', '2.50')
    const key = created.stdout.trim()
    expect(created.code).toBe(0)
    expect(key).toMatch(/^winnow_\S+$/)
    const [, id = ''] = /\b(key_\w+)/.exec(created.stderr) ?? []

    const identity = await me(key)
    expect(identity.status).toBe(200)
    expect(await identity.json()).toMatchObject({ key: { id, name: 'laptop', scopes: ['read'] } })

    const listed = await winnow('keys', 'list')
    expect(listed.stdout).toMatch(new RegExp(`${id} +laptop .* read .*\\$2\\.5 .*active`))
    expect(listed.stdout).not.toContain(key)

    expect(await winnow('keys', 'revoke', id)).toMatchObject({ code: 0 })
    expect((await me(key)).status).toBe(401)
    expect((await winnow('keys', 'list')).stdout).toMatch(new RegExp(`${id} .*revoked`))
  })

  test('of another team see only that team', async () => {
    const team = (await winnow('teams', 'create', 'research', '--budget', '20')).stdout.trim()
    const key = (
      await winnow('keys', 'create', 'theirs', '--team', team, '--scopes', 'read,keys')
    ).stdout.trim()
    const listed = await winnow('keys', 'list', '--api-key', key, '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'theirs', teamId: team }])
    expect(JSON.parse(listed.stdout)).toHaveLength(1)
  })

  test('what they did is in the usage', async () => {
    const { key, id } = JSON.parse((await winnow('keys', 'create', 'busy', '--json')).stdout) as {
      key: string
      id: string
    }
    for (let n = 0; n < 3; n++) await me(key)
    // What costs nothing is written a few times a second.
    await expect
      .poll(async () => (await winnow('usage', '--by', 'key', 'operation')).stdout, { timeout: 10_000 })
      .toMatch(new RegExp(`${id} +identity\\.get +3 .*\\$0\\.0000`))
  })
})

describe('the data folder', () => {
  test('is for its user alone', async () => {
    expect(await modeOf()).toBe(0o700)
    for (const file of ['server.json', 'owner.key', 'postgres.log']) expect(await modeOf(file)).toBe(0o600)
    expect((await modeOf('postgres')) & 0o077).toBe(0)
  })

  test('holds nothing unfinished', async () => {
    const cached = new Set(['models', 'imports'])
    expect((await readdir(server.dataDir)).filter((name) => !cached.has(name)).toSorted()).toEqual([
      'index',
      'owner.key',
      'postgres',
      'postgres.log',
      'server.json',
    ])
  })

  test('has one server: a second one says where the first is', async () => {
    const second = await winnow('serve', '--port', '0')
    expect(second.code).toBe(0)
    expect(second.stdout).toContain(server.url)
    expect(second.stdout).toContain(String(server.pid))
    expect(await server.strays()).toEqual([])
  })
})

test('the ready block says what the first request needs', async () => {
  const [, command = ''] = /^ +try +(.+)$/m.exec(server.stdout()) ?? []
  expect(server.stdout()).toContain(server.url)
  expect(command).toContain(`$(cat ${join(server.dataDir, 'owner.key')})`)
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command])
  expect(JSON.parse(stdout)).toMatchObject({ results: expect.any(Array), requestId: expect.any(String) })
})

test('secrets are never printed, logged or kept in clear', async () => {
  const { key } = JSON.parse((await winnow('keys', 'create', 'hidden', '--json')).stdout) as { key: string }
  const { credential } = JSON.parse(await readFile(join(server.dataDir, 'server.json'), 'utf8')) as {
    credential: string
  }
  const owner = await server.ownerKey()
  for (const path of ['/winnow/v1/me', '/nowhere', `/winnow/v1/keys/${key}`]) {
    await fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${key}` } })
  }
  const doctor = await runCli(['doctor', '--data-dir', server.dataDir], {
    cwd: server.folder,
    environment: { WINNOW_API_KEY: 'winnow_configured_key', EXA_API_KEY: 'exa_configured_key' },
  })
  expect(doctor.stdout).toMatch(/WINNOW_API_KEY +\(set\)/)
  const texts = {
    'server output': server.stdout(),
    'server log': server.stderr(),
    'database log': await readFile(join(server.dataDir, 'postgres.log'), 'utf8'),
    'key list': (await winnow('keys', 'list', '--json')).stdout,
    doctor: doctor.stdout + doctor.stderr,
  }
  expect(texts['server log']).toContain('/winnow/v1/me')
  for (const [place, text] of Object.entries(texts)) {
    for (const secret of [key, owner, credential, 'winnow_configured_key', 'exa_configured_key']) {
      expect(text.includes(secret), `a secret in the ${place}`).toBe(false)
    }
  }
})
