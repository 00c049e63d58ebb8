import { test } from 'vitest'
import { killWhileDelivering } from './killed.ts'

const seed = Date.now() % 1_000_000

test(`twenty killings lose nothing and repeat little (seed ${seed})`, () => killWhileDelivering(20, seed))
