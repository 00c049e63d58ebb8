import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { csrfTokenOf, type Caller } from '../../access/index.ts'
import { AppError } from '../../contract/errors.ts'
import { parseInput } from '../../contract/validation.ts'
import { authenticated, sessionCookie, type HttpApp, type HttpContext, type HttpNeeds } from './context.ts'

const SignIn = z.union([z.object({ key: z.string().min(1) }), z.object({ link: z.string().min(1) })])

/**
 * How people in a browser sign in: with a key, or by a link that the command line makes. The session is a cookie that
 * no script can read and no other site can make the browser send along with a change.
 */
export function addSessions(app: HttpApp, needs: HttpNeeds): void {
  const { authentication, sessions } = needs

  app.post('/winnow/v1/session', async (context) => {
    const signIn = parseInput(SignIn, await context.req.json().catch(() => null))
    const secret =
      'key' in signIn
        ? await sessions.open(await authentication.authenticate(signIn.key))
        : await sessions.follow(signIn.link)
    setCookie(context, sessionCookie(context), secret, {
      httpOnly: true,
      sameSite: 'Strict',
      secure: context.req.header('x-forwarded-proto') === 'https' || isHttps(context),
      path: '/',
      maxAge: sessions.lifeSeconds,
    })
    return context.json(presentSession(await authentication.authenticateSession(secret), secret))
  })

  app.get('/winnow/v1/session', async (context) => {
    const secret = getCookie(context, sessionCookie(context))
    if (secret === undefined) throw new AppError('unauthenticated', 'Nobody is signed in.')
    return context.json(presentSession(await authentication.authenticateSession(secret), secret))
  })

  app.delete('/winnow/v1/session', async (context) => {
    const secret = getCookie(context, sessionCookie(context))
    if (secret !== undefined) await sessions.close(secret)
    deleteCookie(context, sessionCookie(context), { path: '/' })
    return context.json({ object: 'session', deleted: true })
  })

  app.post('/winnow/v1/session/links', async (context) => {
    const caller = await authenticated(context, needs)
    const link = await sessions.link(caller)
    return context.json(
      { object: 'session_link', url: `${new URL(context.req.url).origin}/#link=${link}` },
      201,
    )
  })
}

const isHttps = (context: HttpContext): boolean => new URL(context.req.url).protocol === 'https:'

const presentSession = (caller: Caller, secret: string) => ({
  object: 'session',
  teamId: caller.teamId,
  teamName: caller.teamName,
  keyName: caller.keyName,
  scopes: [...caller.scopes],
  csrfToken: csrfTokenOf(secret),
})
