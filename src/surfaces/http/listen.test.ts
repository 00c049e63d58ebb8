import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { checkPort, listen } from './listen.ts'

const slowly = (ms: number) =>
  new Hono().get('/', async (context) => {
    await pause(ms)
    return context.text('done')
  })

describe('a server that stops', () => {
  test('lets requests under way end and takes no more', async () => {
    const listener = await listen(slowly(200), '127.0.0.1', 0)
    const underWay = fetch(listener.url).then((response) => response.text())
    await pause(50)
    const closed = listener.close(5000)
    expect(await underWay).toBe('done')
    await closed
    await expect(fetch(listener.url)).rejects.toThrow()
  })

  test('cuts off what takes longer than its patience', async () => {
    const listener = await listen(slowly(20_000), '127.0.0.1', 0)
    const underWay = fetch(listener.url).then(
      () => 'answered',
      () => 'cut off',
    )
    await pause(50)
    await listener.close(100)
    expect(await underWay).toBe('cut off')
  })
})

test('a server that was busy for some seconds still answers on connections that were kept', async () => {
  const app = new Hono().get('/', (context) => context.text('done'))
  const listener = await listen(app, '127.0.0.1', 0)
  try {
    const { headers } = await fetch(listener.url)
    expect(headers.get('keep-alive')).toBe('timeout=65')
  } finally {
    await listener.close(100)
  }
})

/** The answer, once all of it is there. */
async function ask(url: string): Promise<string> {
  const session = connectHttp2(url)
  session.on('error', () => {}) // its streams tell of it, too
  try {
    const stream = session.request({ ':path': '/' })
    stream.setEncoding('utf8')
    let said = ''
    for await (const chunk of stream) said += String(chunk)
    return said
  } finally {
    session.destroy()
  }
}

/** Sends bytes one after the other, each by itself. */
async function inPieces(url: string, pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay()
  for (const piece of pieces) {
    socket.write(piece)
    await pause(20)
  }
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return chunk.toString('latin1')
}

describe('HTTP/2 on the same port', () => {
  test('both versions are answered, also who begins slowly', async () => {
    const listener = await listen(slowly(0), '127.0.0.1', 0)
    expect(await ask(listener.url)).toBe('done')
    expect(await (await fetch(listener.url)).text()).toBe('done')
    const slowHttp1 = ['P', 'R', 'OPFIND / HTTP/1.1\r\nhost: 127.0.0.1\r\n', 'connection: close\r\n\r\n']
    expect(await inPieces(listener.url, slowHttp1)).toMatch(/^HTTP\/1\.1 404/)
    // The answer to a preface is a frame of settings: its fourth byte says so.
    const slowHttp2 = ['PR', 'I * HTTP/2.0\r\n\r', '\nSM\r\n\r\n', '\0\0\0\u0004\0\0\0\0\0']
    expect((await inPieces(listener.url, slowHttp2)).charCodeAt(3)).toBe(4)
    await listener.close(1000)
  })

  test('requests under way end, connections on which nothing happens do not keep the server', async () => {
    const listener = await listen(slowly(300), '127.0.0.1', 0)
    const underWay = ask(listener.url)
    const { hostname, port } = new URL(listener.url)
    const silent = connect(Number(port), hostname)
    const idle = connectHttp2(listener.url)
    const [ended, closed] = [once(silent, 'close'), once(idle, 'close')]
    await pause(100)
    const stopped = listener.close(5000)
    expect(await underWay).toBe('done')
    await Promise.all([stopped, ended, closed])
    await expect(ask(listener.url)).rejects.toThrow()
  })

  test('what takes longer than its patience is cut off', async () => {
    const listener = await listen(slowly(20_000), '127.0.0.1', 0)
    const underWay = ask(listener.url).catch(() => 'cut off')
    await pause(50)
    await listener.close(100)
    expect(await underWay).not.toBe('done')
  })
})

test('a taken port is named, with what to do', async () => {
  const listener = await listen(slowly(0), '127.0.0.1', 0)
  const port = Number(new URL(listener.url).port)
  for (const attempt of [() => listen(slowly(0), '127.0.0.1', port), () => checkPort('127.0.0.1', port)])
    await expect(attempt()).rejects.toThrow(/already listens on 127\.0\.0\.1:\d+.*WINNOW_PORT/)
  await listener.close(0)
  await checkPort('127.0.0.1', port)
  const again = await listen(slowly(0), '127.0.0.1', port)
  await again.close(0)
})
