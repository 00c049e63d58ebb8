import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalWorld } from '../../tests/harness/approval-desk.ts'
import { AuditLine } from '../contract/approvals.ts'
import { verifyLines } from './index.ts'

const world = await approvalWorld()
const { desk, office } = world.open()

/** A log with something in it. */
async function aLog() {
  const { asker, approver } = await world.addTeam()
  const { teamId } = asker
  const question = {
    tool: 'exa_fetch',
    operation: 'exa_fetch',
    class: 'fetch',
    args: { ids: ['https://a.example/'] },
    toolCallId: 'call-1',
    conversation: null,
    domains: ['a.example'],
    results: null,
    estimatedUsd: 0,
  } as const
  const verdict = await desk.request(asker, question)
  if (verdict.state !== 'pending') throw new Error('not asked')
  await office.decide(approver, verdict.approval.id, { decision: 'approve', remember: 'domain' }, 'rest')
  await desk.request(asker, question)
  const { data } = await office.audit(teamId, { limit: 100 })
  return { teamId, lines: data }
}

/** As somebody does who reads an export. */
async function isIntact(jsonl: string): Promise<boolean> {
  const lines: AuditLine[] = []
  for (const line of jsonl.split('\n').filter(Boolean)) {
    try {
      lines.push(AuditLine.parse(JSON.parse(line)))
    } catch {
      return false
    }
  }
  return (await verifyLines(lines)).intact
}

test('says who did what, when, and by which rule', async () => {
  const { lines } = await aLog()
  const entries = lines.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
  expect(entries.map(({ event, by, rule }) => [event, by, rule])).toEqual([
    ['requested', 'key_agent', 'fetch'],
    ['approved', 'key_person', 'fetch'],
    ['granted', 'key_person', 'fetch'],
    ['used', 'key_agent', 'fetch'],
  ])
  expect(entries[0]).toMatchObject({
    operation: 'exa_fetch',
    toolCallId: 'call-1',
    at: expect.any(String) as string,
  })
})

test('tells of every changed byte, and of a line that is missing or out of order', async () => {
  const { lines } = await aLog()
  const written = lines.map((line) => JSON.stringify(line))
  const jsonl = written.join('\n')
  expect(await isIntact(jsonl)).toBe(true)
  const undetected: number[] = []
  for (let at = 0; at < jsonl.length; at++) {
    if (jsonl[at] === '\n') continue
    const changed = jsonl.slice(0, at) + String.fromCharCode(jsonl.charCodeAt(at) ^ 1) + jsonl.slice(at + 1)
    if (await isIntact(changed)) undetected.push(at)
  }
  expect(undetected).toEqual([])
  const [first = '', second = '', ...rest] = written
  expect(await isIntact([first, ...rest].join('\n'))).toBe(false)
  expect(await isIntact([second, first, ...rest].join('\n'))).toBe(false)
  expect(await isIntact([second, ...rest].join('\n'))).toBe(false)
})

test('cannot be changed in the records, and is found out where somebody went around that', async () => {
  const { teamId, lines } = await aLog()
  const every = world.records.acrossTeams('a test')
  for (const deed of [
    every.updateTable('approval_audit').set({ entry: '{}' }).where('team_id', '=', teamId),
    every.deleteFrom('approval_audit').where('team_id', '=', teamId),
  ])
    await expect(deed.execute()).rejects.toThrow('only grows')
  await expect(sql`truncate approval_audit`.execute(every)).rejects.toThrow('only grows')
  expect(await office.verifyAudit(teamId)).toEqual({
    object: 'audit_report',
    intact: true,
    entries: 4,
    head: lines.at(-1)?.hash,
    brokenAt: null,
  })
  await world.records.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update approval_audit set entry = replace(entry, 'key_person', 'key_nobody')
      where team_id = ${teamId} and number = 2`.execute(tx)
  })
  expect(await office.verifyAudit(teamId)).toMatchObject({ intact: false, brokenAt: 2 })
})
