import { AppError } from '../../contract/errors.ts'

export interface OriginPolicy {
  /** Names under which this server may be addressed, without ports; lower case. */
  readonly hosts: ReadonlySet<string>
  /** Foreign web origins that may call it from a browser. */
  readonly origins: ReadonlySet<string>
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

export function originPolicy(config: {
  host: string
  publicUrl?: string | undefined
  allowedHosts: readonly string[]
  corsOrigins: readonly string[]
}): OriginPolicy {
  const own = config.host.includes(':') ? `[${config.host}]` : config.host
  const hosts = [...loopbackNames, own, ...config.allowedHosts]
  if (config.publicUrl) hosts.push(new URL(config.publicUrl).hostname)
  return {
    hosts: new Set(hosts.map((host) => host.toLowerCase())),
    origins: new Set([
      ...config.corsOrigins,
      ...(config.publicUrl ? [new URL(config.publicUrl).origin] : []),
    ]),
  }
}

/**
 * Stops DNS rebinding: a web page whose name was pointed at this machine still sends its own name as Host, and
 * a page of another site sends its Origin.
 */
export function checkOrigin(
  policy: OriginPolicy,
  host: string | undefined,
  origin: string | undefined,
): void {
  const name = hostName(host)
  if (name === undefined || !policy.hosts.has(name)) {
    throw new AppError(
      'forbidden',
      `The host "${host ?? ''}" is not served here. WINNOW_ALLOWED_HOSTS can add it.`,
      {
        reason: 'HOST_NOT_ALLOWED',
      },
    )
  }
  if (origin === undefined || policy.origins.has(origin)) return
  const own = URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
  if (!own) {
    throw new AppError(
      'forbidden',
      `The origin "${origin}" may not call this server. WINNOW_CORS_ORIGINS can add it.`,
      {
        reason: 'ORIGIN_NOT_ALLOWED',
      },
    )
  }
}

/** `null` origins (sandboxed frames, files) match nothing here and are refused. */
function hostName(host: string | undefined): string | undefined {
  if (!host || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}
