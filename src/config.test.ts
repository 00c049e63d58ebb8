import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, environmentName, loadConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'winnow-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const withFile = (content: string) => {
  writeFileSync(join(folder, 'winnow.config.json'), content)
  return folder
}
const nowhere = join(folder, 'no-such-folder')

test('defaults are those of the documentation', () => {
  const { config, origins } = loadConfig({ environment: {}, folder: nowhere })
  expect(config).toMatchObject({ port: 7700, host: '127.0.0.1', role: 'all', upstream: 'self' })
  expect(config.dataDir).toBe(join(nowhere, '.winnow'))
  expect(config.prices).toMatchObject({ search: 0.007, contentsPage: 0.001, answer: 0.005 })
  expect(config.limits.contentsPerSecond).toBe(100)
  expect(origins.port).toBe('default')
})

test('flags win over the environment, the environment over the file', () => {
  const { config, origins } = loadConfig({
    folder: withFile(
      '{"port": 1001, "host": "::1", "llm": {"model": "from-file"}, "corsOrigins": ["https://a.example"]}',
    ),
    environment: { WINNOW_PORT: '1002', WINNOW_LLM_MODEL: 'from-environment', WINNOW_HOST: '' },
    flags: { port: '1003' },
  })
  expect(config).toMatchObject({ port: 1003, host: '::1', llm: { model: 'from-environment' } })
  expect(config.corsOrigins).toEqual(['https://a.example'])
  expect(origins).toMatchObject({ port: 'flag', host: 'file', 'llm.model': 'environment', role: 'default' })
})

test('variables are named after their settings', () => {
  expect(environmentName('llm.baseUrl')).toBe('WINNOW_LLM_BASE_URL')
  expect(environmentName('limits.searchPerSecond')).toBe('WINNOW_LIMITS_SEARCH_PER_SECOND')
  expect(environmentName('databaseUrl')).toBe('DATABASE_URL')
})

describe('a wrong value is named, with what it should be', () => {
  test.each([
    [{ WINNOW_PORT: 'http' }, /WINNOW_PORT is "http"/],
    [{ WINNOW_PORT: '70000' }, /65535/],
    [{ WINNOW_ROLE: 'boss' }, /WINNOW_ROLE.*"all"\|"api"\|"worker"/],
    [{ WINNOW_PUBLIC_URL: 'ftp://x' }, /WINNOW_PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL is \(secret\).*postgresql/],
    [{ WINNOW_API_KEY: 'short' }, /WINNOW_API_KEY is \(secret\): at least 16/],
    [{ WINNOW_UPSTREAM: 'exa' }, /EXA_API_KEY/],
    [{ WINNOW_PRICES_SEARCH: '-1' }, /WINNOW_PRICES_SEARCH/],
    [{ WINNOW_OAUTH_ISSUER: 'https://id.example' }, /WINNOW_OAUTH_AUDIENCE or WINNOW_PUBLIC_URL/],
    [{ WINNOW_OAUTH_ISSUER: 'http://id.example', WINNOW_OAUTH_AUDIENCE: 'x' }, /an https:\/\/ address/],
    [
      { WINNOW_OAUTH_ISSUER: 'id.example', WINNOW_OAUTH_AUDIENCE: 'x' },
      /WINNOW_OAUTH_ISSUER is "id.example"/,
    ],
    [
      {
        WINNOW_OAUTH_ISSUER: 'https://a.example,https://b.example',
        WINNOW_OAUTH_AUDIENCE: 'x',
        WINNOW_OAUTH_JWKS_URL: 'https://a.example/keys',
      },
      /one issuer/,
    ],
  ])('%j', (environment, message) => {
    expect(() => loadConfig({ environment, folder: nowhere })).toThrow(ConfigError)
    expect(() => loadConfig({ environment, folder: nowhere })).toThrow(message)
  })

  test.each([
    ['{"prot": 1}', /unknown setting "prot"/],
    ['{"llm": {"modle": "x"}}', /unknown setting "llm.modle"/],
    ['{', /cannot be read as JSON/],
    ['[]', /unknown setting/],
  ])('in the file: %s', (content, message) => {
    expect(() => loadConfig({ environment: {}, folder: withFile(content) })).toThrow(message)
  })
})
