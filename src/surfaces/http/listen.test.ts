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
