import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { runCli, type CliOptions } from '../harness/cli.ts'
import { testFolder } from '../harness/folder.ts'
import { scriptedModel, type ModelScript } from '../harness/scripted-model.ts'
import { asOrdinaryUser, onSmallDisk, skipUnlessAllowed } from '../harness/namespaces.ts'

interface Report {
  readonly healthy: boolean
  readonly checks: readonly { name: string; state: string; detail: string; remedy?: string }[]
}

/** Runs the doctor in an empty folder unless told otherwise, and reads its report. */
async function doctor(args: readonly string[], options: Partial<CliOptions> = {}) {
  const cwd = options.cwd ?? (await testFolder())
  const result = await runCli(['doctor', '--json', ...args], { ...options, cwd })
  if (!result.stdout.startsWith('{')) throw new Error(`no report: ${JSON.stringify(result)}`)
  return { ...result, report: JSON.parse(result.stdout) as Report }
}

type Result = Awaited<ReturnType<typeof doctor>>

/** That one check fails and no other, naming cause and remedy, for programs and for people. */
function expectFailure({ code, report, stderr }: Result, name: string, cause: RegExp, remedy: RegExp): void {
  expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([
    { name, state: 'failed', detail: expect.stringMatching(cause), remedy: expect.stringMatching(remedy) },
  ])
  expect({ code, healthy: report.healthy }).toEqual({ code: 1, healthy: false })
  expect(stderr).toContain(name)
}

/** Something that listens and is not what was expected there. */
async function listener(onConnection: (socket: Socket) => void = () => {}): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A port on which nothing listens any more. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const diagnose = (databaseUrl: string) =>
  doctor(['--port', '0'], { environment: { DATABASE_URL: databaseUrl } })

/** The address of the tests' own PostgreSQL, with something about it changed. */
function changedUrl(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return url.href
}

test('finds nothing wrong with an empty folder, and leaves it empty', async () => {
  const cwd = await testFolder()
  const port = String(await freePort())
  const { code, report } = await doctor(['--port', port], { cwd })
  expect({ code, healthy: report.healthy }).toEqual({ code: 0, healthy: true })
  expect(report.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['data folder', 'database', 'port']),
  )
  expect(await readdir(cwd)).toEqual([])
})

test('a taken port', async () => {
  const port = await listener()
  const result = await doctor(['--port', String(port)])
  expectFailure(result, 'port', new RegExp(`127\\.0\\.0\\.1:${port} is taken`), /WINNOW_PORT/)

  const cwd = await testFolder()
  const served = await runCli(['serve', '--port', String(port)], { cwd })
  expect(served).toMatchObject({ stdout: '' })
  expect(served.code).not.toBe(0)
  expect(served.stderr).toMatch(new RegExp(`127\\.0\\.0\\.1:${port}`))
  expect(served.stderr).toMatch(/WINNOW_PORT|--port/)
})

describe('a data folder', () => {
  test('below a file', async () => {
    const cwd = await testFolder()
    await writeFile(join(cwd, 'file'), '')
    const args = ['--port', '0', '--data-dir', 'file/data']
    expectFailure(await doctor(args, { cwd }), 'data folder', /file is not a folder/, /WINNOW_DATA_DIR/)
    const served = await runCli(['serve', ...args], { cwd })
    expect(served).toMatchObject({ code: 3, stdout: '' })
    expect(served.stderr).toMatch(/file[^]*WINNOW_DATA_DIR/)
  })

  test('that may not be written', async (context) => {
    await skipUnlessAllowed(context, asOrdinaryUser)
    const cwd = await testFolder()
    const closed = join(cwd, 'closed')
    await mkdir(closed, { mode: 0o500 })
    onTestFinished(() => chmod(closed, 0o700))
    const args = ['--port', '0', '--data-dir', 'closed/data']
    const result = await doctor(args, { cwd, under: asOrdinaryUser })
    expectFailure(result, 'data folder', /closed cannot be written/, /right to write[^]*WINNOW_DATA_DIR/)
    const served = await runCli(['serve', ...args], { cwd, under: asOrdinaryUser })
    expect(served).toMatchObject({ code: 3, stdout: '' })
    expect(served.stderr).toMatch(/closed[^]*WINNOW_DATA_DIR/)
  })

  test('on a full disk', async (context) => {
    const cwd = await testFolder()
    const disk = join(cwd, 'disk')
    await mkdir(disk)
    const under = onSmallDisk(disk, '1m', 'head -c 2m /dev/zero >"$0/filled" 2>/dev/null')
    await skipUnlessAllowed(context, under)
    const args = ['--port', '0', '--data-dir', disk]
    expectFailure(await doctor(args, { cwd, under }), 'data folder', /disk of .* is full/, /Free some space/)
    const served = await runCli(['serve', ...args], { cwd, under })
    expect(served).toMatchObject({ code: 3, stdout: '' })
    expect(served.stderr).toMatch(/disk[^]*full[^]*Free/)
    expect(await readdir(disk)).toEqual([])
  })
})

describe('DATABASE_URL', () => {
  test('that works', async () => {
    const { code, report } = await diagnose(inject('postgresUrl'))
    expect({ code, healthy: report.healthy }).toEqual({ code: 0, healthy: true })
  })

  test('where nothing answers', async () => {
    const port = await freePort()
    const result = await diagnose(`postgresql://somebody:hunter2hunter2@127.0.0.1:${port}/winnow`)
    expectFailure(result, 'database', new RegExp(`127\\.0\\.0\\.1:${port}.*nothing answers`), /DATABASE_URL/)
    expect(result.stdout + result.stderr).not.toContain('hunter2')
  })

  test('with a wrong password', async () => {
    const result = await diagnose(changedUrl((url) => (url.password = 'hunter2hunter2')))
    expectFailure(result, 'database', /refuses the user or password/, /password in DATABASE_URL/)
    expect(result.stdout + result.stderr).not.toContain('hunter2')
  })

  test('of a database that does not exist', async () => {
    const result = await diagnose(changedUrl((url) => (url.pathname = '/nowhere')))
    expectFailure(result, 'database', /nowhere.*does not exist/, /createdb/)
  })

  test.each([
    ['answers something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['hangs up', (socket: Socket) => socket.destroy()],
  ])('that is no PostgreSQL and %s', async (_, onConnection) => {
    const port = await listener((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => onConnection(socket))
    })
    const result = await diagnose(`postgresql://somebody:hunter2hunter2@127.0.0.1:${port}/winnow`)
    expectFailure(result, 'database', new RegExp(`127\\.0\\.0\\.1:${port}`), /PostgreSQL/)
  })

  test('that is wrong stops `serve` with the same words', async () => {
    const served = await runCli(['serve', '--port', '0'], {
      cwd: await testFolder(),
      environment: {
        DATABASE_URL: `postgresql://somebody:hunter2hunter2@127.0.0.1:${await freePort()}/winnow`,
      },
    })
    expect(served).toMatchObject({ code: 3, stdout: '' })
    expect(served.stderr).toMatch(/nothing answers[^]*DATABASE_URL/)
    expect(served.stderr).not.toContain('hunter2')
  })
})

const diagnoseModel = (baseUrl: string, more: Record<string, string> = {}) =>
  doctor(['--port', '0'], {
    environment: { WINNOW_LLM_BASE_URL: baseUrl, WINNOW_LLM_MODEL: 'scripted', ...more },
  })
const languageModel = ({ report }: Result) => report.checks.find(({ name }) => name === 'language model')

describe('a language model', () => {
  test('that writes objects', async () => {
    const { baseUrl } = await scriptedModel(() => ({ says: { answer: 'blue' } }))
    const result = await diagnoseModel(baseUrl)
    expect(languageModel(result)).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^scripted at .*, answers in [\d.]+ s, structured by json_schema$/),
    })
    expect(result.code).toBe(0)
  })

  test('that has no JSON output', async () => {
    const { baseUrl } = await scriptedModel(({ response_format }) =>
      response_format ? { status: 400 } : { says: 'Gladly: {"answer": "blue"}' },
    )
    expect(languageModel(await diagnoseModel(baseUrl))).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('response_format'),
    })
  })

  test.each<[string, ModelScript, Record<string, string>, RegExp, RegExp]>([
    ['talks', () => ({ says: 'Blue!' }), {}, /something else than an object/, /WINNOW_LLM_MODEL/],
    ['is silent', () => 'hang', { WINNOW_LLM_TIMEOUT_MS: '200' }, /within 0.2 s/, /WINNOW_LLM_TIMEOUT_MS/],
    [
      'wants another key',
      () => ({ status: 401, body: { error: { message: 'not sk-hunter2' } } }),
      { WINNOW_LLM_API_KEY: 'sk-hunter2' },
      /refused the key/,
      /WINNOW_LLM_API_KEY/,
    ],
  ])('that %s', async (_, script, more, cause, remedy) => {
    const { baseUrl } = await scriptedModel(script)
    const result = await diagnoseModel(baseUrl, more)
    expectFailure(result, 'language model', cause, remedy)
    expect(result.stdout + result.stderr).not.toContain('hunter2')
  })

  test('that is not there', async () => {
    const result = await diagnoseModel(`http://127.0.0.1:${await freePort()}/v1`)
    expectFailure(result, 'language model', /does not answer/, /WINNOW_LLM_BASE_URL/)
  })

  test('that is only played back', async () => {
    const cwd = await testFolder()
    await writeFile(join(cwd, 'run.jsonl'), '{"cassette":1,"model":"recorded"}\n')
    const environment = { WINNOW_LLM_CASSETTE_MODE: 'replay' }
    const found = await doctor(['--port', '0', '--llm-cassette', 'run.jsonl'], { cwd, environment })
    expect(languageModel(found)).toMatchObject({ state: 'ok', detail: expect.stringContaining('recorded') })
    const missing = await doctor(['--port', '0', '--llm-cassette', 'none.jsonl'], { cwd, environment })
    expectFailure(missing, 'language model', /no cassette .*none\.jsonl/, /WINNOW_LLM_CASSETTE/)
  })
})

describe('the configuration', () => {
  test.each([
    ['{ "port": 7700', /winnow\.config\.json.*JSON/],
    ['{ "prot": 7700 }', /winnow\.config\.json.*"prot"/],
    ['{ "port": "high" }', /port.*"high"/],
    ['{ "llm": { "baseUrl": "not an address" } }', /llm\.baseUrl.*"not an address"/],
  ])('file %s', async (content, cause) => {
    const cwd = await testFolder()
    await writeFile(join(cwd, 'winnow.config.json'), content)
    for (const command of ['doctor', 'serve']) {
      const { code, stderr } = await runCli([command], { cwd })
      expect({ command, code }).toEqual({ command, code: 2 })
      expect(stderr).toMatch(cause)
    }
  })

  test('is reported to programs as the check that failed', async () => {
    const { code, report, stderr } = await doctor(['--port', '70000'])
    expect(code).toBe(2)
    expect(report).toEqual({
      healthy: false,
      checks: [{ name: 'configuration', state: 'failed', detail: expect.stringContaining('70000') }],
      configuration: [],
    })
    expect(stderr).toContain('70000')
  })

  test('names every wrong variable at once, and no secret', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], {
      cwd: await testFolder(),
      environment: {
        WINNOW_PORT: '70000',
        WINNOW_ROLE: 'king',
        WINNOW_API_KEY: 'too-short',
        DATABASE_URL: 'mysql://somebody:hunter2@localhost/winnow',
      },
    })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    for (const part of ['WINNOW_PORT', '70000', 'WINNOW_ROLE', 'king', 'WINNOW_API_KEY', 'DATABASE_URL']) {
      expect(stderr).toContain(part)
    }
    expect(stderr).not.toMatch(/too-short|hunter2/)
  })
})
