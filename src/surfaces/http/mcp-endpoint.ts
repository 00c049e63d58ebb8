import type { Caller } from '../../access/index.ts'
import { AppError } from '../../contract/errors.ts'
import { presentedKey, type HttpApp, type HttpContext, type HttpNeeds } from './context.ts'

/** The agent side, as far as HTTP knows it. */
export interface McpEndpoint {
  fetch(request: Request, call: McpHttpCall): Promise<Response>
}

export interface McpHttpCall {
  readonly caller: Caller
  /** How the key came, for hints: never the key. */
  readonly presentedAs: string
  /** The parsed body; undefined where there is none, or none that can be parsed. */
  readonly body: unknown
}

const path = '/mcp'
const wellKnown = '/.well-known/oauth-protected-resource'
export const mcpScopes = ['websets:read', 'websets:write', 'websets:destroy', 'research', 'agent']

/** MCP over Streamable HTTP, and what a client needs to know to be let in. */
export function addMcp(app: HttpApp, needs: HttpNeeds): void {
  const { mcp } = needs
  if (!mcp) return
  for (const address of [wellKnown, wellKnown + path])
    app.get(address, (context) =>
      context.json({
        resource: originOf(context) + path,
        resource_name: 'Winnow',
        scopes_supported: mcpScopes,
        bearer_methods_supported: ['header'],
      }),
    )

  app.all(path, async (context) => {
    const presented = presentedKey(context)
    const caller = await needs.authentication.authenticate(presented).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
      return error
    })
    if (caller instanceof AppError) return challenge(context, caller, presented !== undefined)
    const text = await context.req.text()
    const { raw } = context.req
    const request = new Request(raw.url, {
      method: raw.method,
      headers: raw.headers,
      signal: raw.signal,
      ...(text !== '' && { body: text }),
    })
    const presentedAs = context.req.header('x-api-key')
      ? 'the key of the x-api-key header'
      : 'the key of the Authorization header'
    return mcp.fetch(request, { caller, presentedAs, body: parsed(text) })
  })

  /** Whoever showed no key is told where to get one; whoever showed a wrong one also that it is (RFC 6750, 3.1). */
  function challenge(context: HttpContext, error: AppError, isWrong: boolean): Response {
    const metadata = originOf(context) + wellKnown + path
    context.header(
      'www-authenticate',
      `Bearer resource_metadata="${metadata}", scope="${mcpScopes.join(' ')}"${isWrong ? ', error="invalid_token"' : ''}`,
    )
    return context.json(
      { requestId: context.get('requestId'), error: error.message, tag: 'INVALID_API_KEY' },
      401,
    )
  }

  function originOf(context: HttpContext): string {
    return needs.publicUrl ? new URL(needs.publicUrl).origin : new URL(context.req.url).origin
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
