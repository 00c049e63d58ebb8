import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CliError, exitCodes } from './cli-error.ts'

/** Where a client keeps its list of MCP servers, and what it calls it. */
interface McpClient {
  readonly title: string
  readonly file: () => string
  readonly section: 'mcpServers' | 'servers'
}

const inHome = (...path: string[]) => join(homedir(), ...path)
const claudeDesktop = () =>
  platform() === 'darwin'
    ? inHome('Library', 'Application Support', 'Claude', 'claude_desktop_config.json')
    : inHome('.config', 'Claude', 'claude_desktop_config.json')

export const mcpClients: Readonly<Record<string, McpClient>> = {
  claude: { title: 'Claude Desktop', file: claudeDesktop, section: 'mcpServers' },
  'claude-code': {
    title: 'Claude Code, in this folder',
    file: () => resolve('.mcp.json'),
    section: 'mcpServers',
  },
  cursor: { title: 'Cursor', file: () => inHome('.cursor', 'mcp.json'), section: 'mcpServers' },
  vscode: {
    title: 'VS Code, in this folder',
    file: () => resolve('.vscode', 'mcp.json'),
    section: 'servers',
  },
  windsurf: {
    title: 'Windsurf',
    file: () => inHome('.codeium', 'windsurf', 'mcp_config.json'),
    section: 'mcpServers',
  },
  gemini: { title: 'Gemini CLI', file: () => inHome('.gemini', 'settings.json'), section: 'mcpServers' },
}

export interface McpEntry {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export const snippet = ({ section }: McpClient, entry: McpEntry): object => ({ [section]: { winnow: entry } })

/** Adds the entry to what is there. A file that cannot be read as JSON is left alone. */
export async function writeEntry(client: McpClient, file: string, entry: McpEntry): Promise<void> {
  const there = await readFile(file, 'utf8').catch(() => '{}')
  let content: Record<string, unknown>
  try {
    content = JSON.parse(there.trim() || '{}') as Record<string, unknown>
  } catch (cause) {
    throw new CliError(
      `${file} is not plain JSON.`,
      'Add the entry by hand: the command without --write shows it.',
      {
        cause,
        exitCode: exitCodes.usage,
      },
    )
  }
  const servers = content[client.section]
  content[client.section] = { ...(typeof servers === 'object' && servers), winnow: entry }
  await mkdir(dirname(file), { recursive: true })
  // It holds a key; one that was there before keeps its mode when it is written.
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}
