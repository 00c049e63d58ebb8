import { requireScope, type Caller } from '../../access/index.ts'
import { authenticated, type HttpApp, type HttpContext, type HttpNeeds } from './context.ts'

/** The agent tools, as far as HTTP knows them. */
export interface ToolEndpoint {
  /** Undefined where there is no such method. */
  connect(request: Request, call: ToolHttpCall): Promise<Response | undefined>
  /** What they are, in the form that tools of other languages read. */
  descriptorSet(): Promise<Uint8Array>
}

export interface ToolHttpCall {
  readonly httpVersion: string
  authenticate(): Promise<Caller>
}

const prefix = '/agent.v1.ExaToolService/'

/** Messages are measured one by one there, on streams that have no end. */
export const isToolPath = (path: string): boolean => path.startsWith(prefix)

/** `agent.v1.ExaToolService` in the Connect protocol, and its description, for which nobody needs a key. */
export function addTools(app: HttpApp, needs: HttpNeeds): void {
  const { tools } = needs
  if (!tools) return
  app.get('/winnow/v1/agent.binpb', async (context) =>
    context.body(Uint8Array.from(await tools.descriptorSet()).buffer, 200, {
      'content-type': 'application/x-protobuf',
    }),
  )
  app.all(`${prefix}:method`, async (context, next) => {
    const response = await tools.connect(context.req.raw, {
      httpVersion: httpVersionOf(context),
      async authenticate() {
        const caller = await authenticated(context, needs)
        requireScope(caller, 'read')
        return caller
      },
    })
    if (!response) return next()
    const isStream = response.headers.get('content-type')?.startsWith('application/connect+')
    // Messages of a stream have to arrive one by one.
    if (isStream) response.headers.set('cache-control', 'no-transform')
    return response
  })
}

/** A request that did not come over the network has the version that everybody speaks. */
function httpVersionOf({ env }: HttpContext): string {
  const { incoming } = (env ?? {}) as { incoming?: { httpVersion?: string } }
  return incoming?.httpVersion ?? '1.1'
}
