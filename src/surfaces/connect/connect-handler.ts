import {
  createConnectRouter,
  createContextKey,
  createContextValues,
  ConnectError,
  Code,
} from '@connectrpc/connect'
import { universalServerRequestFromFetch, universalServerResponseToFetch } from '@connectrpc/connect/protocol'
import { ExaToolService } from '../../agent-side/proto/index.ts'
import { createToolService, type ConnectCaller, type ServiceNeeds } from './tool-service.ts'

export interface ConnectCall {
  /** `2` where both sides may speak at once. */
  readonly httpVersion: string
  /** Rejects with `unauthenticated` or `forbidden`, which the protocol has its own words for. */
  authenticate(): Promise<ConnectCaller>
}

const unknownCaller = async (): Promise<ConnectCaller> => {
  throw new ConnectError('Nobody was introduced.', Code.Unauthenticated)
}
const authenticate = createContextKey<ConnectCall['authenticate']>(unknownCaller)

/** `agent.v1.ExaToolService` in the Connect protocol, whoever listens. */
export function createConnectHandler(
  needs: Omit<ServiceNeeds, 'callerOf'> & { readonly maxMessageBytes: number },
) {
  const stopping = new AbortController()
  const service = createToolService({ ...needs, callerOf: ({ values }) => values.get(authenticate)() })
  const router = createConnectRouter({
    grpc: false,
    grpcWeb: false,
    readMaxBytes: needs.maxMessageBytes,
    shutdownSignal: stopping.signal,
  }).service(ExaToolService, service)
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))

  return {
    /** Undefined where there is no such method. */
    async fetch(request: Request, call: ConnectCall): Promise<Response | undefined> {
      const handler = handlers.get(new URL(request.url).pathname)
      if (!handler) return undefined
      const leaving = new AbortController()
      const answer = await handler({
        ...universalServerRequestFromFetch(request, { httpVersion: call.httpVersion }),
        contextValues: createContextValues().set(authenticate, () => call.authenticate()),
        // Until the answer begins the request says that the caller is gone, and then the body of the answer does.
        signal: AbortSignal.any([request.signal, leaving.signal]),
      })
      return onLeave(universalServerResponseToFetch(answer), () => leaving.abort())
    },
    /** Ends the streams that are open; what they wait for stays. */
    close(): void {
      stopping.abort(new ConnectError('The server is stopping.', Code.Unavailable))
    },
  }
}

function onLeave(response: Response, left: () => void): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel(reason) {
      left()
      void reader.cancel(reason).catch(() => {})
    },
  })
  return new Response(body, response)
}
