import { createFetchTool } from './fetch-tool.ts'
import { searchTool } from './search-tool.ts'
import type { Tool, ToolName } from './tool.ts'

export const createTools = (settings: { readonly maxCharacters: number }): ReadonlyMap<ToolName, Tool> =>
  new Map<ToolName, Tool>([
    ['exa_search', searchTool],
    ['exa_fetch', createFetchTool(settings)],
  ])
