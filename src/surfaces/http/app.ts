import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { AppError, errorKinds } from '../../contract/errors.ts'
import { traceIdOf } from '../../contract/trace.ts'
import { isEvents } from '../../operations/index.ts'
import { authenticated, type HttpApp, type HttpContext, type HttpNeeds } from './context.ts'
import { familyOf, knownError, newRequestId, presentError } from './envelope.ts'
import { eventStream } from './event-stream.ts'
import { fileAnswer } from './file-answer.ts'
import { addMcp } from './mcp-endpoint.ts'
import { checkOrigin } from './origin-guard.ts'
import { addPublicPages } from './public-pages.ts'
import { namedAsSent, readFileInput, readInput } from './read-input.ts'
import { routes, type Route } from './route.ts'
import { addSessions } from './sessions.ts'
import { addTools, isToolPath } from './tool-endpoint.ts'
import { addWebApp } from './web-app.ts'

export function createHttpApp(needs: HttpNeeds): HttpApp {
  const { log, metrics, clock, policy } = needs
  const app: HttpApp = new Hono()
  const observe = metrics.histogram('http_request_seconds', 'Time to answer a request.', [
    'method',
    'route',
    'status',
  ])

  app.use(async (context, next) => {
    const family = familyOf(context.req.path)
    context.set('family', family)
    context.set('requestId', newRequestId(family))
    const startedAt = performance.now()
    await next()
    context.res.headers.set('x-request-id', context.get('requestId'))
    const seconds = (performance.now() - startedAt) / 1000
    const labels = { method: context.req.method, route: routeName(context), status: context.res.status }
    observe(seconds, labels)
    log.debug(
      {
        requestId: context.get('requestId'),
        traceId: traceIdOf(context.req.header('traceparent')),
        ...labels,
        ms: Math.round(seconds * 1000),
      },
      'request',
    )
  })
  app.use(async (context, next) => {
    // HTTP/2 says the host as part of the address.
    const host = context.req.header('host') ?? new URL(context.req.url).host
    checkOrigin(policy, host, context.req.header('origin'))
    await next()
  })
  app.use(
    cors({
      origin: (origin) => (policy.origins.has(origin) ? origin : null),
      allowHeaders: [
        'authorization',
        'connect-protocol-version',
        'connect-timeout-ms',
        'content-type',
        'exa-beta',
        'idempotency-key',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-param-operation',
        'mcp-protocol-version',
        'x-api-key',
      ],
      exposeHeaders: ['retry-after', 'www-authenticate', 'x-request-id'],
      maxAge: 600,
    }),
  )
  // Leaves event streams alone: they must arrive event by event.
  app.use(compress())
  const limitBody = bodyLimit({
    maxSize: needs.maxBodyBytes,
    onError: () => {
      throw new AppError('too_large', `The request body is larger than ${needs.maxBodyBytes} bytes.`)
    },
  })
  // Files go to disk as they come, under a limit of their own.
  app.use((context, next) =>
    routeOf(context)?.takesFile || isToolPath(context.req.path) ? next() : limitBody(context, next),
  )

  addPublicPages(app, needs)
  addSessions(app, needs)
  addMcp(app, needs)
  addTools(app, needs)
  for (const route of routes) app.on(route.method, honoPath(route.path), (context) => answer(context, route))

  addWebApp(app, needs)

  app.notFound(async (context) => {
    await authenticated(context, needs)
    const methods = routes
      .filter((route) => matches(route.path, context.req.path))
      .map((route) => route.method.toUpperCase())
    const { method, path } = context.req
    throw methods.length > 0
      ? new AppError('method_not_allowed', `${path} does not take ${method}, only ${methods.join(', ')}.`)
      : new AppError('not_found', `There is nothing at ${method} ${path}.`, { reason: 'ROUTE_NOT_FOUND' })
  })
  app.onError((error, context) => {
    const { requestId, family } = context.var
    report(error, context)
    const shown = presentError(error, { family, requestId, path: context.req.path, now: clock.now() })
    return json(shown.body, shown.status, shown.headers)
  })
  return app

  async function answer(context: HttpContext, route: Route): Promise<Response> {
    const { operation } = route
    const caller = route.isSigned
      ? await needs.admitUpload({ ...context.req.query(), id: context.req.param('id') ?? '' })
      : await authenticated(context, needs)
    const requestId = context.get('requestId')
    const leaving = new AbortController()
    const call = needs.dispatch(operation, {
      caller,
      requestId,
      // Until the answer begins the request says that the caller is gone, and then the body of the answer does.
      signal: operation.stream
        ? AbortSignal.any([context.req.raw.signal, leaving.signal])
        : context.req.raw.signal,
      input: route.takesFile
        ? readFileInput(context.req, context.req.param())
        : await readInput(context.req, context.req.param(), route.renames),
      betas: new Set(
        context.req
          .header('exa-beta')
          ?.split(',')
          .map((token) => token.trim()),
      ),
    })
    const result = await call.catch((error: unknown) => {
      throw namedAsSent(error, route.renames)
    })
    if (operation.answersFile) return fileAnswer(result)
    if (!operation.stream || !isEvents(result)) return json(result, route.status)
    const streaming = operation.stream
    return eventStream(result, {
      onLeave: () => leaving.abort(),
      ...(streaming.frame && { frame: (event) => streaming.frame?.(event) }),
      onFailure(error) {
        report(error, context)
        return streaming.failure(knownError(error), requestId)
      },
    })
  }

  /** What is not the caller's doing is ours to look into; that it left is its own. */
  function report(error: unknown, context: HttpContext): void {
    if (context.req.raw.signal.aborted) return
    const { requestId } = context.var
    const { path } = context.req
    const status = error instanceof AppError ? errorKinds[error.code].status : 500
    // While something is not there, every request says so: where in the program it noticed tells nobody anything.
    if (error instanceof AppError && status === 503)
      log.warn({ requestId, path, reason: error.message }, 'request refused for now')
    else if (status >= 500) log.error({ requestId, path, err: error }, 'request failed')
  }
}

/** With its length, so that small answers are left uncompressed and a connection can be used again at once. */
function json(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  })
}

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

const routeOf = (context: HttpContext): Route | undefined =>
  routes.find((one) => one.method === context.req.method.toLowerCase() && matches(one.path, context.req.path))

/** The pattern, not the path: labels with ids in them would grow without end. */
function routeName(context: HttpContext): string {
  return routeOf(context)?.path ?? (context.res.status === 404 ? 'none' : context.req.path)
}
