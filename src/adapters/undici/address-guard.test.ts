import { describe, expect, it } from 'vitest'
import type { Resolver } from '../../ports/resolver.ts'
import { createAddressGuard } from './address-guard.ts'
import { FetchError } from './fetch-error.ts'
import { hostileAnswers, hostileUrls, publicAddresses } from './hostile-addresses.suite.ts'

const answering = (...addresses: string[]): Resolver => ({ resolve: async () => addresses })
const guardWith = (resolver: Resolver, allow: string[] = []) => createAddressGuard({ resolver, allow })

function refusalOf(attempt: () => unknown): FetchError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof FetchError) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('literal addresses', () => {
  const guard = guardWith(answering('1.1.1.1'))

  it('has at least a hundred spellings to refuse', () => expect(hostileUrls.length).toBeGreaterThan(100))

  it.each(hostileUrls)('refuses %j as %s', (url, verdict) => {
    const refusal = refusalOf(() => guard.checkUrl(url))
    if (verdict === 'unsupported') return expect(refusal.reason).toBe('unsupported_url')
    expect(refusal.reason).toBe('blocked')
    expect(refusal.message).toContain(verdict === 'name' ? 'not part of the public web' : `(${verdict})`)
  })

  it.each(publicAddresses)('admits %s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    expect(guard.checkUrl(`http://${host}/`).hostname).toBe(host)
    expect(await guard.admit(address, 80)).toMatchObject({ addresses: [address], visibility: 'public' })
  })

  it('strips the fragment and keeps the rest', () =>
    expect(guard.checkUrl('https://Example.com:443/a?b=1#c').href).toBe('https://example.com/a?b=1'))
})

describe('resolved addresses', () => {
  it.each(hostileAnswers)('refuses a name that resolves to %s (%s)', async (address, verdict) => {
    await expect(guardWith(answering(address)).admit('www.example.com', 80)).rejects.toMatchObject({
      reason: 'blocked',
      message: expect.stringContaining(`(${verdict})`),
    })
  })

  it.each(hostileAnswers)('refuses a name of which one address of three is %s', async (address) => {
    const guard = guardWith(answering('1.1.1.1', address, '8.8.8.8'))
    await expect(guard.admit('www.example.com', 80)).rejects.toMatchObject({ reason: 'blocked' })
  })

  it('never tells the caller what an intranet name resolves to', async () => {
    const error = await guardWith(answering('10.1.2.3'))
      .admit('www.example.com', 80)
      .catch((error: unknown) => error)
    expect(String(error)).not.toContain('10.1.2.3')
  })

  it('admits a public name with all its addresses', async () => {
    const guard = guardWith(answering('1.1.1.1', '2606:4700:4700::1111'))
    expect(await guard.admit('WWW.Example.com.', 443)).toEqual({
      hostname: 'www.example.com',
      port: 443,
      addresses: ['1.1.1.1', '2606:4700:4700::1111'],
      visibility: 'public',
    })
  })

  it('calls a name without addresses, and a resolver that fails, a dns failure', async () => {
    await expect(guardWith(answering()).admit('www.example.com', 80)).rejects.toMatchObject({ reason: 'dns' })
    const broken: Resolver = { resolve: () => Promise.reject(new Error('SERVFAIL')) }
    await expect(guardWith(broken).admit('www.example.com', 80)).rejects.toMatchObject({ reason: 'dns' })
  })

  it('does not ask the resolver about names that are not public', async () => {
    const asked: string[] = []
    const guard = guardWith({ resolve: async (name) => (asked.push(name), ['1.1.1.1']) })
    await expect(guard.admit('printer.local', 80)).rejects.toMatchObject({ reason: 'blocked' })
    await expect(guard.admit('intranet', 80)).rejects.toMatchObject({ reason: 'blocked' })
    expect(asked).toEqual([])
  })
})

describe('the connected socket', () => {
  const guard = guardWith(answering('1.1.1.1', '2606:4700:4700::1111'))

  it('must have reached an admitted address, however it is written', async () => {
    const admission = await guard.admit('www.example.com', 80)
    expect(() => guard.confirm(admission, '2606:4700:4700:0:0:0:0:1111')).not.toThrow()
    for (const other of ['127.0.0.1', '8.8.8.8', '::ffff:1.1.1.1', undefined])
      expect(() => guard.confirm(admission, other)).toThrow('not admitted')
  })
})

describe('ports', () => {
  it.each([22, 25, 53, 110, 445, 3306, 5432, 6379, 9200, 11211, 27017])('refuses %i', (port) => {
    const refusal = refusalOf(() => guardWith(answering()).checkUrl(`http://example.com:${port}/`))
    expect(refusal.reason).toBe('blocked')
  })

  it('refuses port 0', () =>
    expect(refusalOf(() => guardWith(answering()).checkUrl('http://example.com:0/')).reason).toBe('blocked'))

  it.each([80, 81, 443, 3000, 8000, 8080, 8443, 49_152])('admits %i', (port) =>
    expect(() => guardWith(answering()).checkUrl(`http://example.com:${port}/`)).not.toThrow(),
  )

  it('takes another list, for allow-listed hosts as well', () => {
    const guard = createAddressGuard({ resolver: answering(), allow: ['127.0.0.1'], blockedPorts: [8080] })
    expect(() => guard.checkUrl('http://example.com:6379/')).not.toThrow()
    expect(refusalOf(() => guard.checkUrl('http://127.0.0.1:8080/')).reason).toBe('blocked')
  })
})

describe('the allow-list', () => {
  it('opens an address and a range, and marks what is there as restricted', async () => {
    const guard = guardWith(answering('10.1.2.3'), ['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '[::1]'])
    for (const url of ['http://127.0.0.1/', 'http://10.1.9.9/', 'http://[fd00::7]/', 'http://[::1]/']) {
      expect(() => guard.checkUrl(url)).not.toThrow()
      expect(guard.presumedVisibility(new URL(url))).toBe('restricted')
    }
    expect(await guard.admit('www.example.com', 80)).toMatchObject({ visibility: 'restricted' })
    expect(await guard.admit('wiki', 80)).toMatchObject({ visibility: 'restricted' })
    for (const url of [
      'http://127.0.0.2/',
      'http://10.2.0.1/',
      'http://[::2]/',
      'http://[::ffff:127.0.0.1]/',
    ])
      expect(refusalOf(() => guard.checkUrl(url)).reason).toBe('blocked')
  })

  it('still refuses a name of which one address lies outside', async () => {
    const guard = guardWith(answering('10.1.2.3', '10.2.2.3'), ['10.1.0.0/16'])
    await expect(guard.admit('www.example.com', 80)).rejects.toMatchObject({ reason: 'blocked' })
  })

  it('opens names and suffixes, restricted even where they lead to a public address', async () => {
    const allow = ['wiki', '*.corp.example.com', 'Intranet.Example.']
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd00::1', '1.1.1.1']) {
      const guard = guardWith(answering(address), allow)
      for (const name of ['wiki', 'a.corp.example.com', 'a.b.corp.example.com', 'intranet.example'])
        expect(await guard.admit(name, 80)).toMatchObject({ visibility: 'restricted', addresses: [address] })
    }
    const guard = guardWith(answering('10.1.2.3'), allow)
    for (const name of ['corp.example.com', 'xcorp.example.com', 'wiki.example.com', 'a.intranet.example'])
      await expect(guard.admit(name, 80)).rejects.toMatchObject({ reason: 'blocked' })
  })

  it.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '::ffff:10.0.0.1', '168.63.129.16'])(
    'does not let a name open %s: that takes a range',
    async (address) => {
      await expect(guardWith(answering(address), ['wiki']).admit('wiki', 80)).rejects.toMatchObject({
        reason: 'blocked',
      })
    },
  )

  it('does not make a private name public, wherever it resolves to', async () => {
    const guard = guardWith(answering('1.1.1.1'), ['10.0.0.0/8'])
    await expect(guard.admit('printer.local', 80)).rejects.toMatchObject({ reason: 'blocked' })
  })

  it.each([
    '*',
    '*.',
    'a/b',
    'http://wiki',
    'wiki:80',
    '10.0.0.0/33',
    '10.0.0/8',
    '0x7f.1',
    '',
    '*.*.example',
    'a b',
  ])('does not accept the entry %j', (entry) =>
    expect(() => guardWith(answering(), [entry])).toThrow('allow-list'),
  )
})

describe('names that only a proxy can resolve', () => {
  const guard = guardWith(answering(), ['wiki', '10.0.0.0/8'])

  it('are judged by their spelling', () => {
    expect(guard.admitUnresolved('www.example.com', 443)).toBe('public')
    expect(guard.admitUnresolved('wiki', 80)).toBe('restricted')
    expect(guard.admitUnresolved('10.0.0.1', 80)).toBe('restricted')
    for (const host of ['printer.local', 'intranet', '127.0.0.1', '[::1]', '0x7f.1'])
      expect(refusalOf(() => guard.admitUnresolved(host, 80)).reason).toBe('blocked')
  })
})
