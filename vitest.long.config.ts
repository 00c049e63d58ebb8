import { defineConfig } from 'vitest/config'

/** The full chaos and load runs; their short forms are part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/**/*.long.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    env: { ORT_DISABLE_TELEMETRY: '1' },
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
})
