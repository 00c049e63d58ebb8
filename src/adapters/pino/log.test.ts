import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('secrets never reach a line, at any depth we log at', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const secret = 'hunter2'
  log.info(
    { apiKey: secret, request: { headers: { authorization: secret, 'x-api-key': secret } } },
    'request',
  )
  log.child({ credential: secret }).warn({ answer: { token: secret, status: 200 } }, 'answer')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).toContain('"status":200')
})
