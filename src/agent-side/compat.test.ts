import { expect, test } from 'vitest'
import { serverModeOf } from './compat.ts'

test('a mode of the server that is none is strict, and said', () => {
  const said: string[] = []
  const log = { warn: (_: object, message: string) => void said.push(message) }
  expect([serverModeOf('safe', log), serverModeOf('strict', log)]).toEqual(['safe', 'strict'])
  expect(said).toEqual([])
  expect(serverModeOf('Safe', log)).toBe('strict')
  expect(said).toEqual([expect.stringContaining('tools are strict')])
})
