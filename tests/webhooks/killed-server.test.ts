import { test } from 'vitest'
import { killWhileDelivering } from './killed.ts'

const seed = Date.now() % 1_000_000

test(`what was under way when the server was killed is sent again, and nothing else (seed ${seed})`, async () => {
  await killWhileDelivering(2, seed)
}, 240_000)
