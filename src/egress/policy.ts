import { AppError } from '../contract/errors.ts'

interface Settings {
  readonly egress: 'allow' | 'deny'
  /** Where a model may be although it is not on this machine: `host` or `host:port`. */
  readonly egressAllow: readonly string[]
  readonly databaseUrl?: string | undefined
  readonly llm: { readonly baseUrl?: string | undefined }
  readonly embeddings: { readonly baseUrl?: string | undefined }
  readonly oauth: { readonly issuer: readonly string[]; readonly jwksUrl?: string | undefined }
}

/** What may leave this machine, by the operator's word. Nobody can change it but by starting the server anew. */
export interface EgressPolicy {
  readonly mode: 'allow' | 'deny'
  /** Why nothing is requested on anybody's behalf; undefined where it is. */
  readonly denial: string | undefined
  /** The same for an endpoint that the operator named. */
  readonly denialOf: (endpoint: URL) => string | undefined
  /** What is connected to nevertheless, as `host:port`: the database, the models and the issuers of tokens. */
  readonly permitted: readonly string[]
}

const denial = 'WINNOW_EGRESS is "deny": nothing may leave this machine.'

export function createEgressPolicy(settings: Settings): EgressPolicy {
  if (settings.egress === 'allow')
    return { mode: 'allow', denial: undefined, denialOf: () => undefined, permitted: [] }
  const local = endpointsOf(settings).filter(({ url }) => isLocal(url, settings.egressAllow))
  const permitted = new Set([
    ...databaseTargets(settings.databaseUrl),
    ...local.map(({ url }) => targetOf(url)),
  ])
  return {
    mode: 'deny',
    denial,
    denialOf: (endpoint) => (permitted.has(targetOf(endpoint)) ? undefined : denial),
    permitted: [...permitted],
  }
}

/** Throws `invalid_request` for an endpoint that the policy would keep from ever answering: that is found out at the start. */
export function requireReachableEndpoints(settings: Settings): void {
  const { denialOf } = createEgressPolicy(settings)
  for (const { variable, url } of endpointsOf(settings))
    if (denialOf(url) !== undefined)
      throw new AppError(
        'invalid_request',
        `WINNOW_EGRESS is "deny", but ${variable} leads to another machine, ${url.host}.`,
        { details: { remedy: `Use one on this machine, or name ${url.host} in WINNOW_EGRESS_ALLOW.` } },
      )
}

function endpointsOf({ llm, embeddings, oauth }: Settings): { variable: string; url: URL }[] {
  const named = [
    { variable: 'WINNOW_LLM_BASE_URL', address: llm.baseUrl },
    { variable: 'WINNOW_EMBEDDINGS_BASE_URL', address: embeddings.baseUrl },
    ...oauth.issuer.map((address) => ({ variable: 'WINNOW_OAUTH_ISSUER', address })),
    { variable: 'WINNOW_OAUTH_JWKS_URL', address: oauth.jwksUrl },
  ]
  return named.flatMap(({ variable, address }) => (address ? [{ variable, url: new URL(address) }] : []))
}

const isLocal = (url: URL, allowed: readonly string[]): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname) ||
  allowed.some((entry) => [url.hostname, url.host, targetOf(url)].includes(entry.toLowerCase()))

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

const targetOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname.replace(/^\[|\]$/g, '')}:${port || defaultPorts[protocol]}`

/** A database may be reached over a socket of the file system, which its address names as a folder. */
function databaseTargets(databaseUrl: string | undefined): string[] {
  if (databaseUrl === undefined) return []
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')
  return host === '' || host.startsWith('/')
    ? []
    : [`${host || 'localhost'}:${searchParams.get('port') ?? (port || '5432')}`]
}
