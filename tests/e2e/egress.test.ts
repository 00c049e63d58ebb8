import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { EgressRecord } from '../../src/contract/egress.ts'
import { mainScript } from '../../src/bench/server-child.ts'
import { runCli } from '../harness/cli.ts'
import { testFolder } from '../harness/folder.ts'
import { inOwnNetwork, skipUnlessAllowed } from '../harness/namespaces.ts'

const minutes = 60_000
const scene = fileURLToPath(new URL('../harness/egress-scene.mjs', import.meta.url))

interface Report {
  readonly counted: { connections: number; datagrams: number }
  readonly expected: { connections: number; asked: number }
  readonly contents: readonly { error?: { message?: string } }[]
  readonly record: { mode: string; permitted: string[]; data: EgressRecord[] }
  readonly webhook: string
  readonly [other: string]: unknown
}

/** What a server in a network of its own answered, and what the kernel saw it try. */
async function play(egress: 'allow' | 'deny'): Promise<Report> {
  const folder = await testFolder()
  const [program, ...args] = [...inOwnNetwork, process.execPath, scene, mainScript]
  const { stdout } = await promisify(execFile)(program, [...args, join(folder, 'data'), egress], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  })
  return JSON.parse(stdout) as Report
}

const switchName = /WINNOW_EGRESS is "deny"/

describe('in a network where every attempt is counted by the kernel', () => {
  test(
    'a server that may go out does, which shows that the counting works',
    async (context) => {
      await skipUnlessAllowed(context, inOwnNetwork)
      const { counted, expected } = await play('allow')
      expect(counted.connections).toBeGreaterThan(expected.connections)
      expect(counted.datagrams).toBeGreaterThan(0)
    },
    3 * minutes,
  )

  test(
    'one that may not opens no connection but to its model, asks no name server, and says why',
    async (context) => {
      await skipUnlessAllowed(context, inOwnNetwork)
      const { counted, expected, ...report } = await play('deny')
      expect(counted).toEqual({ connections: expected.connections, datagrams: 0 })
      expect(expected.asked).toBeGreaterThan(0)

      expect(report.contents.map(({ error }) => error?.message)).toEqual(
        Array(2).fill(expect.stringMatching(switchName)),
      )
      expect(report.crawl).toMatchObject({ failures: [{ cause: 'egress_denied', count: 2 }] })
      expect(report.discovery).toMatchObject({ status: 'failed', error: expect.stringMatching(switchName) })
      expect(JSON.stringify(report.commonCrawl)).toMatch('WINNOW_EGRESS')
      expect(report.attempt).toMatchObject({ successful: false, error: expect.stringMatching(switchName) })
      expect(JSON.stringify(report.upstream)).toMatch('WINNOW_EGRESS')

      const { mode, permitted, data } = report.record
      expect({ mode, permitted }).toEqual({
        mode: 'deny',
        permitted: [expect.stringMatching(/^127\.0\.0\.1:/)],
      })
      const kept = data.filter(({ outcome }) => outcome === 'egress_denied')
      expect(new Set(kept.map(({ reason }) => reason))).toEqual(
        new Set(['contents', 'crawl', 'discovery', 'common-crawl', 'webhook', 'upstream']),
      )
      expect(new Set(data.filter((one) => !kept.includes(one)).map(({ reason }) => reason))).toEqual(
        new Set(['language model']),
      )
      expect(data.filter(({ teamId }) => teamId !== 'team_owner')).toEqual([])
      expect(kept.find(({ reason }) => reason === 'webhook')?.subject).toMatch(report.webhook)
    },
    3 * minutes,
  )
})

test('a model on another machine is refused at the start, and by the doctor, without being asked', async () => {
  const environment = {
    WINNOW_EGRESS: 'deny',
    WINNOW_LLM_BASE_URL: 'http://model.invalid/v1',
    WINNOW_LLM_MODEL: 'm',
  }
  const cwd = await testFolder()
  const served = await runCli(['serve', '--port', '0'], { cwd, environment })
  expect(served.code).not.toBe(0)
  expect(served.stderr).toMatch('WINNOW_LLM_BASE_URL leads to another machine')
  expect(served.stderr).toMatch('WINNOW_EGRESS_ALLOW')
  const { stdout } = await runCli(['doctor', '--json', '--port', '0'], { cwd, environment })
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] }
  expect(checks.filter(({ state }) => state === 'failed')).toMatchObject([
    { name: 'egress', detail: expect.stringMatching(/another machine/) },
    { name: 'language model', detail: expect.stringMatching(switchName) },
  ])
})
