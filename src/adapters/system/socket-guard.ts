import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workers from 'node:worker_threads'

/**
 * The last guard of `WINNOW_EGRESS=deny`: imported as `socket-guard.js?permit=host:port`, it leaves this process no
 * way to connect or to resolve a name but those permitted (`*` is any port), whatever code wants one. Sockets of the
 * file system and whatever connects to us are no business of it. It follows into threads by itself, and into
 * programs of ours by NODE_OPTIONS. Clients of ours never come here: they ask the policy, and know what to say.
 */
const permitted = new Set(new URL(import.meta.url).searchParams.getAll('permit'))
const permittedHosts = new Set([...permitted].map((target) => target.slice(0, target.lastIndexOf(':'))))

class EgressDenied extends Error {
  override readonly name = 'EgressDenied'
  readonly code = 'EGRESS_DENIED'
  constructor(target: string) {
    super(`WINNOW_EGRESS is "deny": ${target} may not be reached.`)
  }
}

const plain = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '')

interface Target {
  readonly path?: string | null | undefined
  readonly host?: string | null | undefined
  readonly port?: number | string | undefined
}

/** The arguments of `connect` in all their forms, that of Node's own callers included: a list within the list. */
function targetOf([first, second]: readonly unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first)
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first }
  return { port: first as number, host: typeof second === 'string' ? second : undefined }
}

/** Puts another function in the place of each that there is; the types of all of them do not matter here. */
function replace(owner: object, names: readonly string[], make: (original: Anything) => Anything): void {
  const functions = owner as Record<string, Anything>
  for (const name of names) {
    const original = functions[name]
    if (typeof original === 'function') functions[name] = make(original)
  }
}
type Anything = (this: unknown, ...args: unknown[]) => unknown

replace(
  net.Socket.prototype,
  ['connect'],
  (connect) =>
    function guarded(this: unknown, ...args) {
      const { path, host: named, port } = targetOf(args)
      const host = named || 'localhost'
      // Empty as well as absent: some callers of Node's own say so that there is none.
      const isFile = Boolean(path)
      const isPermitted =
        isFile || permitted.has(`${plain(host)}:${port}`) || permitted.has(`${plain(host)}:*`)
      if (isPermitted) return Reflect.apply(connect, this, args)
      const socket = this as net.Socket // whose method it is
      // Like a connection that fails, which nobody expects to happen within the call.
      process.nextTick(() => socket.destroy(new EgressDenied(`${host}:${port}`)))
      return socket
    },
)

replace(dgram.Socket.prototype, ['send', 'connect'], () => () => {
  throw new EgressDenied('a datagram')
})

const mayResolve = (host: unknown): boolean =>
  typeof host !== 'string' || net.isIP(host) !== 0 || permittedHosts.has(plain(host))
const resolving = Object.keys(dns).filter((name) => /^(lookup|lookupService|resolve\w*|reverse)$/.test(name))

for (const owner of [dns, dns.Resolver.prototype])
  replace(
    owner,
    resolving,
    (original) =>
      function guarded(this: unknown, ...args) {
        if (mayResolve(args[0])) return Reflect.apply(original, this, args)
        const callback = args.at(-1)
        if (typeof callback === 'function') process.nextTick(callback, new EgressDenied(String(args[0])))
        return undefined
      },
  )
for (const owner of [dns.promises, dns.promises.Resolver.prototype])
  replace(
    owner,
    resolving,
    (original) =>
      async function guarded(this: unknown, ...args) {
        if (!mayResolve(args[0])) throw new EgressDenied(String(args[0]))
        return Reflect.apply(original, this, args)
      },
  )

workers.Worker = class extends workers.Worker {
  constructor(file: string | URL, options: workers.WorkerOptions = {}) {
    const execArgv = [...(options.execArgv ?? process.execArgv), '--import', import.meta.url]
    super(file, { ...options, execArgv })
  }
}

syncBuiltinESMExports()
