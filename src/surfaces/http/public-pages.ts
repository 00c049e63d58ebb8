import { requireScope } from '../../access/index.ts'
import { authenticated, type HttpApp, type HttpNeeds } from './context.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { routes } from './route.ts'

/** What needs no key: whether the server lives, whether it can work, and what it offers. */
export function addPublicPages(app: HttpApp, needs: HttpNeeds): void {
  // Describing every route takes a tenth of a start, and few ever ask for it.
  let described: OpenApiDocument | undefined
  const document = () => (described ??= openApiDocument(routes, needs.version))

  app.get('/health', (context) => context.json({ status: 'ok', version: needs.version }))
  app.get('/ready', async (context) => {
    await needs.checkReady()
    return context.json({ status: 'ready', version: needs.version })
  })
  app.get('/openapi.json', (context) => context.json(document()))
  app.get('/docs', (context) => {
    context.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    return context.html(docsPage(document()))
  })
  app.get('/metrics', async (context) => {
    if (!needs.metricsArePublic) {
      requireScope(await authenticated(context, needs), 'metrics')
    }
    const { contentType, text } = await needs.metrics.render()
    return context.body(text, 200, { 'content-type': contentType })
  })
}
