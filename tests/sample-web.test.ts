import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSampleManifest } from './harness/sample-manifest.ts'
import { startSampleWeb, type SampleWeb } from './harness/sample-web.ts'

let web: SampleWeb
let dispatcher: Agent

beforeAll(async () => {
  web = await startSampleWeb()
  dispatcher = new Agent({ connect: web.connect })
})

afterAll(async () => {
  await dispatcher.close()
  await web.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { dispatcher, redirect: 'manual', headers })

describe('the sample web', () => {
  it('serves every page of the manifest with its type and date', async () => {
    for (const page of readSampleManifest().pages) {
      const response = await get(page.url)
      const body = await response.arrayBuffer()
      expect([page.url, response.status]).toEqual([page.url, 200])
      expect(response.headers.get('content-type')).toBe(page.contentType)
      expect(response.headers.get('last-modified')).toContain(page.lastModified.slice(0, 4))
      expect(body.byteLength).toBeGreaterThan(20)
    }
  })

  it('answers conditional requests with 304', async () => {
    const url = 'https://www.kestrel-robotics.example/about'
    const first = await get(url)
    await first.text()
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(url, { 'if-modified-since': modified })).status).toBe(304)
    const changed = await get(url, { 'if-none-match': '"other"' })
    expect(changed.status).toBe(200)
    await changed.text()
  })

  it('redirects, reports what is gone, and does not know other hosts', async () => {
    for (const { url, status, location } of readSampleManifest().redirects) {
      const response = await get(url)
      await response.text()
      expect([url, response.status, response.headers.get('location')]).toEqual([url, status, location])
      const target = await get(new URL(location, url).href)
      await target.text()
      expect([location, target.status]).toEqual([location, 200])
    }
    for (const { url, status } of readSampleManifest().errors) {
      const response = await get(url)
      await response.text()
      expect([url, response.status]).toEqual([url, status])
    }
    const stranger = await get('https://elsewhere.example/')
    await stranger.text()
    expect(stranger.status).toBe(404)
  })

  it('serves one page whatever campaign parameters say, and names its canonical address', async () => {
    const url = 'https://www.harbourwire.example/2025/06/17/corvane-buys-fathomline'
    const response = await get(`${url}?utm_source=newsletter&utm_medium=email`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`<link rel="canonical" href="${url}">`)
  })

  it('remembers what was asked for', async () => {
    const response = await get('https://systemsweek.example/robots.txt')
    await response.text()
    expect(web.requests).toContain('GET https://systemsweek.example/robots.txt')
  })
})
