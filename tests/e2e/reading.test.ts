import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerResponse } from '../../src/contract/answers.ts'
import type { Extracted, Judgement } from '../../src/contract/readings.ts'
import { runCli } from '../harness/cli.ts'
import { serverProcess } from '../harness/server-process.ts'

/** Answers, verdicts and values in a terminal, from pages that are ingested for it. */
const server = await serverProcess({ environment: { WINNOW_SAMPLE: 'off' } })
const winnow = (...args: string[]) => runCli([...args, '--data-dir', server.dataDir], { cwd: server.folder })

const page = 'https://www.tarn-instruments.example/about'
const title = 'About Tarn Instruments'
const text =
  'Tarn Instruments builds flow meters for breweries. The company was founded in 2009 and has 64 employees. ' +
  'Its headquarters are in Leeds, England. Write to hello@tarn-instruments.example for a quote.'

beforeAll(async () => {
  await server.start()
  const file = join(server.folder, 'pages.jsonl')
  await writeFile(file, `${JSON.stringify({ url: page, title, text })}\n`)
  const { code, stderr } = await winnow('ingest', file)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  for (let attempt = 0; attempt < 100; attempt++) {
    const { stdout } = await winnow('search', 'flow meters', '--json')
    if (stdout.includes(page)) return
  }
  throw new Error('the page was not found in time')
}, 90_000)

const question = 'How many employees does Tarn Instruments have?'

describe('winnow answer', () => {
  test('shows the answer and the pages it is from, and how to verify it', async () => {
    const { code, stdout, stderr } = await winnow('answer', question)
    expect(code).toBe(0)
    expect(stdout).toContain('64 employees')
    expect(stdout).toContain(`[1] ${title} ${page}`)
    expect(stderr).toMatch(/winnow verify [0-9a-f]{32}/)
  })

  test('says that it does not know', async () => {
    const { code, stdout } = await winnow('answer', 'Who', 'painted', 'the', 'Halden', 'altar?')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The indexed pages do not answer this question.\n' })
  })
})

test('winnow judge and extract say what pages show, with the quotes, and both can be verified', async () => {
  const judged = await winnow('judge', 'is based in Leeds', '--page', page, '--name', 'Tarn Instruments')
  expect(judged.stdout).toMatch(/^yes \(\d+ %\)/)
  expect(judged.stdout).toContain('Its headquarters are in Leeds, England.')
  const found = await winnow('extract', 'e-mail address', '--format', 'email', '--page', page, '--json')
  const { result, id } = JSON.parse(found.stdout) as Extracted
  expect(result).toEqual(['hello@tarn-instruments.example'])
  const verified = await winnow('verify', id)
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ “') })
})

test('winnow judge reports a page that cannot be read', async () => {
  const gone = 'https://127.0.0.1:1/nothing'
  const { stdout, stderr } = await winnow('judge', 'has employees', '--page', gone)
  expect(stdout).toMatch(/^unclear/)
  expect(stderr).toContain(`not read: ${gone}`)
})

describe('winnow verify', () => {
  test('stands after the page has changed, and fails once it is gone', async () => {
    const { stdout } = await winnow('answer', question, '--json')
    const { requestId } = JSON.parse(stdout) as AnswerResponse
    const file = join(server.folder, 'changed.jsonl')
    await writeFile(file, `${JSON.stringify({ url: page, title, text: `${text} It is growing.` })}\n`)
    await winnow('ingest', file)
    const changed = await winnow('verify', requestId)
    expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('the page has changed since') })
    const unknown = await winnow('verify', '0'.repeat(32))
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('404') })
  })
})

describe('winnow eval', () => {
  test('measures the reader on labelled cases', async () => {
    const cases = [
      {
        id: '1',
        criterion: 'is based in Leeds',
        entity: { name: 'Tarn Instruments' },
        urls: [page],
        truth: 'yes',
      },
      {
        id: '2',
        description: 'e-mail address',
        format: 'email',
        urls: [page],
        truth: ['hello@tarn-instruments.example'],
      },
      { id: '3', question, contains: ['64'] },
      { id: '4', question: 'Who painted the Halden altar?', contains: null },
    ]
    const file = join(server.folder, 'cases.jsonl')
    await writeFile(file, cases.map((one) => JSON.stringify(one)).join('\n'))
    const { code, stdout } = await winnow('eval', file, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      criteria: { total: 1, accuracy: 1 },
      fields: [{ format: 'email', present: 1, exact: 1 }],
      questions: { total: 1, right: 1, unanswerable: 1, declined: 1 },
    })
    const shown = await winnow('eval', file)
    expect(shown.stdout).toMatch(/(\d+) of \1 quotes stand/)
  })

  test('names the line that is no case', async () => {
    const file = join(server.folder, 'wrong.jsonl')
    await writeFile(file, '{"id": "1", "criterion": "x", "truth": "maybe"}\n')
    const { code, stderr } = await winnow('eval', file)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Line 1') })
  })
})

test('what is asked without anything to read in is a mistake in the command', async () => {
  const { code, stderr } = await winnow('judge', 'has employees')
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--page') })
})

test('the verdict in JSON is what the API answers', async () => {
  const { stdout } = await winnow('judge', 'is based in Leeds', '--page', page, '--json')
  const { references, satisfied } = JSON.parse(stdout) as Judgement
  for (const { snippet, start, end, url } of references)
    if (url === page) expect(`${text} It is growing.`.slice(start, end)).toBe(snippet)
  expect(satisfied).toBe('yes')
})
