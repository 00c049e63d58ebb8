import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules', 'dist'],
    globalSetup: ['tests/harness/global-setup.ts'],
    sequence: { shuffle: true },
    // Files share what they import: loading it anew for each took a third of the time. Tests keep no state in modules.
    isolate: false,
    pool: 'forks',
    // Tests that use the embedding library directly; the embedder itself sees to it.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // More than cores: much of the time is spent waiting for servers that start, stop and are killed.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second is short for a page on a machine that is busy with other tests; nothing waits longer when all is well.
    expect: { poll: { timeout: 15_000 } },
  },
})
