import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { isGone, newExecutorId } from './executor-id.ts'

const idOf = (pid: number | undefined, host = hostname()) => `${host}-${pid}-0123abcd`

test('no two are alike', () => {
  expect(newExecutorId()).not.toBe(newExecutorId())
})

test('a process that runs is not gone, one that has ended is', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  expect(isGone(idOf(process.ppid))).toBe(false)
  expect(isGone(idOf(ended))).toBe(true)
})

test('whoever had our number before us is gone', () => {
  expect(isGone(newExecutorId())).toBe(true)
})

test('nothing is said of other machines, and of ids of another form', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  expect(isGone(idOf(ended, 'elsewhere'))).toBe(false)
  expect(isGone('worker-1')).toBe(false)
})
