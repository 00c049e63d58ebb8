import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'
import { mcpClients, snippet, writeEntry, type McpEntry } from './mcp-clients.ts'

const entry: McpEntry = {
  type: 'stdio',
  command: 'node',
  args: ['main.js', 'mcp'],
  env: { WINNOW_MCP_API_KEY: 'secret' },
}

test.each(Object.entries(mcpClients))('%s keeps its other servers and settings', async (name, client) => {
  const file = join(await testFolder(), 'deeper', 'mcp.json')
  await writeEntry(client, file, entry)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(snippet(client, entry))
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const section = name === 'vscode' ? 'servers' : 'mcpServers'
  const other = { command: 'other' }
  await writeFile(file, JSON.stringify({ theme: 'dark', [section]: { other, winnow: { command: 'old' } } }))
  await chmod(file, 0o644)
  await writeEntry(client, file, entry)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    theme: 'dark',
    [section]: { other, winnow: entry },
  })

  await writeFile(file, '{ // with a comment\n}')
  await expect(writeEntry(client, file, entry)).rejects.toThrow(/not plain JSON/)
  expect(await readFile(file, 'utf8')).toContain('with a comment')
})
