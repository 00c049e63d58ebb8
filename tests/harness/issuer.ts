import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose'
import { testSite } from './site.ts'

interface IssuerOptions {
  /** Behind the host; the well-known addresses are made of it. */
  readonly path?: string
  /** Where its metadata is: at the address of RFC 8414, or at that of OpenID Connect alone. */
  readonly metadata?: 'rfc8414' | 'openid'
}

export type Issuer = Awaited<ReturnType<typeof standInIssuer>>

/** An issuer of access tokens on this machine, with keys of its own that it can change. */
export async function standInIssuer({ path = '', metadata = 'rfc8414' }: IssuerOptions = {}) {
  let signing = await newKey('first')
  let published: JWK[] = [signing.jwk]
  let answers = true
  const site = await testSite({})
  const url = site.url + path
  let said = url
  const json = (made: () => unknown) => () =>
    answers ? { type: 'application/json', body: JSON.stringify(made()) } : { status: 503 }
  const wellKnown =
    metadata === 'rfc8414'
      ? `/.well-known/oauth-authorization-server${path}`
      : `${path}/.well-known/openid-configuration`
  site.pages[wellKnown] = json(() => ({ issuer: said, jwks_uri: `${url}/keys` }))
  site.pages[`${path}/keys`] = json(() => ({ keys: published }))

  return {
    url,
    jwksUrl: `${url}/keys`,
    /** What it was asked for. */
    requests: site.requests,
    publicKey: () => signing.publicKey,
    /** A token that is good for five minutes, unless the claims say otherwise. */
    sign(claims: JWTPayload, header: { alg?: string; kid?: string } = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ iss: url, sub: 'somebody', iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: signing.jwk.kid ?? '', ...header })
        .sign(signing.privateKey)
    },
    /** Signs with another key from now on; those who have the old ones do not know it. */
    async rotate(kid: string): Promise<void> {
      signing = await newKey(kid)
      published = [signing.jwk]
    },
    /** Signs with a key that it never shows. */
    async hideKey(kid: string): Promise<void> {
      signing = await newKey(kid)
    },
    setAnswering(whether: boolean): void {
      answers = whether
    },
    /** Says in its metadata to be somebody else. */
    claimToBe(other: string): void {
      said = other
    },
  }
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  return { publicKey, privateKey, jwk }
}
