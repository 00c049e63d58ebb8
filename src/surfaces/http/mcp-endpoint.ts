import type { Caller } from '../../access/index.ts'
import { Grant } from '../../contract/access.ts'
import { AppError } from '../../contract/errors.ts'
import { presentedKey, type HttpApp, type HttpContext, type HttpNeeds } from './context.ts'

/** The agent side, as far as HTTP knows it. */
export interface McpEndpoint {
  fetch(request: Request, call: McpHttpCall): Promise<Response>
  /** What the caller's access token would have to be granted in addition for this message; nothing for keys. */
  lackingGrants(caller: Caller, body: unknown): readonly Grant[] | Promise<readonly Grant[]>
}

export interface McpHttpCall {
  readonly caller: Caller
  /** How the key came, for hints: never the key. */
  readonly presentedAs: string
  /** The parsed body; undefined where there is none, or none that can be parsed. */
  readonly body: unknown
}

interface Presented {
  readonly caller: Caller
  readonly presentedAs: string
}

interface Refusal {
  readonly status: 401 | 403
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly scopes: readonly Grant[]
  readonly message: string
  readonly tag: string
}

const path = '/mcp'
const wellKnown = '/.well-known/oauth-protected-resource'

/** MCP over Streamable HTTP, and what a client needs to know to be let in. */
export function addMcp(app: HttpApp, needs: HttpNeeds): void {
  const { mcp, tokenCallers, authentication } = needs
  if (!mcp) return
  for (const address of [wellKnown, wellKnown + path])
    app.get(address, (context) =>
      context.json({
        resource: originOf(context) + path,
        resource_name: 'Winnow',
        ...(tokenCallers && { authorization_servers: tokenCallers.issuers }),
        scopes_supported: Grant.options,
        bearer_methods_supported: ['header'],
      }),
    )

  app.all(path, async (context) => {
    const presented = presentedKey(context)
    const known = await authenticate(context, presented).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
      return error
    })
    if (known instanceof AppError)
      return refuse(context, {
        status: 401,
        ...(presented !== undefined && { error: 'invalid_token' }),
        scopes: Grant.options,
        message: known.message,
        tag: 'INVALID_API_KEY',
      })
    const { caller, presentedAs } = known
    const text = await context.req.text()
    const body = parsed(text)
    const lacking = caller.grants ? await mcp.lackingGrants(caller, body) : []
    if (lacking.length > 0)
      return refuse(context, {
        status: 403,
        error: 'insufficient_scope',
        // With those it has, so that signing in for these does not lose them.
        scopes: Grant.options.filter((grant) => caller.grants?.has(grant) || lacking.includes(grant)),
        message: `The access token lacks the scope "${lacking.join(' ')}".`,
        tag: 'FEATURE_DISABLED',
      })
    const { raw } = context.req
    const request = new Request(raw.url, {
      method: raw.method,
      headers: raw.headers,
      signal: raw.signal,
      ...(text !== '' && { body: text }),
    })
    return mcp.fetch(request, { caller, presentedAs, body })
  })

  /** A key is good wherever it stands; an access token is one that came as a bearer's. */
  async function authenticate(context: HttpContext, presented: string | undefined): Promise<Presented> {
    const isHeader = Boolean(context.req.header('x-api-key')?.trim())
    if (presented !== undefined && !isHeader && tokenCallers?.isOne(presented))
      return {
        caller: await tokenCallers.authenticate(presented),
        presentedAs: 'the access token of the Authorization header',
      }
    return {
      caller: await authentication.authenticate(presented),
      presentedAs: `the key of the ${isHeader ? 'x-api-key' : 'Authorization'} header`,
    }
  }

  /** Whoever showed nothing is told where to get a key; whoever showed what is wrong also what is (RFC 6750, 3.1). */
  function refuse(context: HttpContext, { status, error, scopes, message, tag }: Refusal): Response {
    const metadata = originOf(context) + wellKnown + path
    const parts = [
      `resource_metadata="${metadata}"`,
      `scope="${scopes.join(' ')}"`,
      ...(error ? [`error="${error}"`, `error_description="${quotable(message)}"`] : []),
    ]
    context.header('www-authenticate', `Bearer ${parts.join(', ')}`)
    return context.json({ requestId: context.get('requestId'), error: message, tag }, status)
  }

  function originOf(context: HttpContext): string {
    return needs.publicUrl ? new URL(needs.publicUrl).origin : new URL(context.req.url).origin
  }
}

/** The characters that may stand in a description (RFC 6750, 3). */
const quotable = (message: string): string =>
  message.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
