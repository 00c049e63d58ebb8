import { expect, it } from 'vitest'
import { createSystemResolver } from './system-resolver.ts'

// Only a name that the hosts file knows: anything else would leave the machine.
it('finds what the machine itself knows', async () => {
  const addresses = await createSystemResolver().resolve('localhost')
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
})

it('does not wait once the caller gave up', async () => {
  const abort = new AbortController()
  const pending = createSystemResolver().resolve('localhost', abort.signal)
  abort.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
})
