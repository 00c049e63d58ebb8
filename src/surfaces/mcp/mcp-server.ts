import { McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AgentCaller, Dispatcher } from '../../agent-side/index.ts'
import { askingOf } from './ask.ts'
import { instructions } from './instructions.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { registerTaskExtension } from './task-extension.ts'
import { registerTools, type ToolNeeds } from './tools.ts'
import { watchResource } from './watch.ts'

export interface McpNeeds {
  readonly dispatcher: Dispatcher
  readonly version: string
  readonly now: () => Date
  readonly offered: ToolNeeds['offered']
  /** How often a watched webset is looked at. */
  readonly watchMs?: number
}

export interface McpOccasion {
  readonly caller: AgentCaller
  readonly era: 'legacy' | 'modern'
  /** Whether the connection stays, so that what changes can be told later. */
  readonly lasts: boolean
  /** What the calls of one conversation have in common, where that is known. */
  readonly conversation?: string
}

const forAnHour = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** One server for one caller: everything it shows is seen with that caller's eyes. */
export function createMcpServer(needs: McpNeeds, occasion: McpOccasion): McpServer {
  const { caller, era, lasts, conversation } = occasion
  const { dispatcher, version, now, offered } = needs
  const tellsChanges = era === 'modern' || lasts
  const server = new McpServer(
    {
      name: 'winnow',
      title: 'Winnow',
      version,
      description: 'Finds, verifies and enriches things on the web.',
    },
    {
      instructions,
      capabilities: {
        tools: { listChanged: tellsChanges },
        prompts: { listChanged: tellsChanges },
        resources: { listChanged: false, subscribe: tellsChanges },
        completions: {},
      },
      cacheHints: {
        'server/discover': forAnHour,
        'tools/list': forAnHour,
        'prompts/list': forAnHour,
        'resources/templates/list': forAnHour,
      },
    },
  )
  const asking = (context: ServerContext) => askingOf({ server, era, lasts, conversation }, context)
  registerTools(server, { dispatcher, caller, now, offered, askingOf: asking })
  registerResources(server, { dispatcher, caller })
  registerPrompts(server, { dispatcher, caller })
  if (era === 'modern') registerTaskExtension(server, { dispatcher, caller, now, askingOf: asking })
  if (era === 'legacy' && lasts) registerSubscriptions(server, needs, caller)
  return server
}

const Subscription = z.object({ uri: z.string() })

/** Until 2025-11-25 each resource is subscribed to by itself, and told of on the same connection. */
function registerSubscriptions(server: McpServer, needs: McpNeeds, caller: AgentCaller): void {
  const watched = new Map<string, () => void>()
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    const { uri } = Subscription.parse(params)
    if (!watched.has(uri))
      watched.set(
        uri,
        watchResource({ ...needs, pollMs: needs.watchMs, caller }, uri, () => tell(uri)),
      )
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    const { uri } = Subscription.parse(params)
    watched.get(uri)?.()
    watched.delete(uri)
    return {}
  })
  server.server.onclose = () => {
    for (const stop of watched.values()) stop()
    watched.clear()
  }

  function tell(uri: string): void {
    void server.server.sendResourceUpdated({ uri }).catch(() => {})
  }
}
