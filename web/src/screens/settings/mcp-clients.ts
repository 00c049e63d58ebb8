/** A program that can use this server's tools, and what it wants to be told. */
export interface McpClient {
  readonly name: string
  readonly where: string
  /** `key` stands where the key belongs. */
  readonly configuration: (address: string, key: string) => string
}

const json = (value: object): string => JSON.stringify(value, null, 2)
const header = (key: string) => ({ 'x-api-key': key })

export const mcpClients = {
  claudeCode: {
    name: 'Claude Code',
    where: 'Run this in the folder of your project:',
    configuration: (address, key) =>
      `claude mcp add --transport http winnow ${address} --header "x-api-key: ${key}"`,
  },
  claude: {
    name: 'Claude Desktop',
    where: 'In claude_desktop_config.json, on the machine of this server:',
    configuration: (_, key) =>
      json({
        mcpServers: { winnow: { command: 'npx', args: ['winnow', 'mcp'], env: { WINNOW_MCP_API_KEY: key } } },
      }),
  },
  cursor: {
    name: 'Cursor',
    where: 'In ~/.cursor/mcp.json:',
    configuration: (address, key) => json({ mcpServers: { winnow: { url: address, headers: header(key) } } }),
  },
  vscode: {
    name: 'VS Code',
    where: 'In .vscode/mcp.json of your project:',
    configuration: (address, key) =>
      json({ servers: { winnow: { type: 'http', url: address, headers: header(key) } } }),
  },
  windsurf: {
    name: 'Windsurf',
    where: 'In ~/.codeium/windsurf/mcp_config.json:',
    configuration: (address, key) =>
      json({ mcpServers: { winnow: { serverUrl: address, headers: header(key) } } }),
  },
  gemini: {
    name: 'Gemini CLI',
    where: 'In ~/.gemini/settings.json:',
    configuration: (address, key) =>
      json({ mcpServers: { winnow: { httpUrl: address, headers: header(key) } } }),
  },
  other: {
    name: 'Another',
    where: 'Streamable HTTP, with the key as a header:',
    configuration: (address, key) => `${address}\nx-api-key: ${key}`,
  },
} as const satisfies Readonly<Record<string, McpClient>>

export type McpClientName = keyof typeof mcpClients
