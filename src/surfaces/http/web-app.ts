import { serveStatic } from '@hono/node-server/serve-static'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpApp, HttpNeeds } from './context.ts'

/** Where the web app shows something of its own. None of these is an address of the API. */
const screens = [
  '/',
  '/websets',
  '/websets/:id',
  '/runs',
  '/runs/:id',
  '/workflows',
  '/workflows/:id',
  '/approvals',
  '/approvals/:id',
  '/index',
  '/index/:id',
  '/events',
  '/settings',
]

/** Scripts, pictures and requests come from here and nowhere else. Styles are set on elements by the components. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The web app, at `/`: one page, whatever the screen, and files whose names change with their content. */
export function addWebApp(app: HttpApp, { webFolder }: HttpNeeds): void {
  for (const screen of screens) {
    app.get(screen, async (context) => {
      context.header('content-security-policy', policy)
      context.header('referrer-policy', 'no-referrer')
      context.header('x-content-type-options', 'nosniff')
      context.header('cache-control', 'no-cache')
      return context.html(await readFile(join(webFolder, 'index.html'), 'utf8'))
    })
  }
  app.get(
    '/assets/*',
    serveStatic({
      root: webFolder,
      onFound: (_, context) => {
        context.header('cache-control', 'public, max-age=31536000, immutable')
        context.header('x-content-type-options', 'nosniff')
      },
    }),
  )
}
