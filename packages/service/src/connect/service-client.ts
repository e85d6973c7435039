// The service as a client that servers know by a URL: the document there says who it is, where it may be returned to,
// and with which keys it proves itself. https://atproto.com/specs/oauth#client-id-metadata-document
//
// Each pepper has a key of its own, so that nothing is stored, and every process has the same keys. Servers bind a
// consent to the key that it began with: those of former peppers stay, as long as the pepper is configured.

import { hkdfSync } from 'node:crypto'
import { isIP } from 'node:net'
import { p256Key, p256Scalar, SEED_BYTES } from '../crypto/p256-key.ts'
import { CLIENT_JWKS_PATH, CLIENT_METADATA_PATH, INDIEAUTH_CLIENT_PATH } from './client-paths.ts'
import { blueskyFlow } from './flows/bluesky.ts'
import { misskeyFlow } from './flows/misskey.ts'
import type { ClientKey } from './oauth/oauth-client.ts'
import { redirectUriOf } from './redirect-uri.ts'

export type ServiceClient = {
  /** The URL of its document. */
  readonly id: string
  /** The first one signs new consents. A client of this machine has none. */
  readonly keys: readonly ClientKey[]
  /** What servers read at its URL; nothing of a client of this machine. */
  readonly documents?: {
    readonly metadata: Readonly<Record<string, unknown>>
    /** RFC 7517. Public parts only. */
    readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  }
  /** The same for servers with IndieAuth, which know no keys and read a page. */
  readonly indieAuth: { readonly id: string; readonly redirectUri: string }
}

export type ServiceClientOptions = {
  readonly baseUrl: string
  readonly name: string
  readonly logoUrl?: string | undefined
  /** One for each pepper, that of the current one first. */
  readonly secrets: readonly Buffer[]
}

/** Servers return to these, and not to `localhost`. */
const THIS_MACHINE = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/

/** Whether servers accept a client at this URL: HTTPS, a name of the public web, and no port; or this machine. */
export const mayBeClient = (baseUrl: string): boolean => {
  const { protocol, port, hostname } = new URL(baseUrl)
  if (THIS_MACHINE.test(baseUrl)) return true
  return protocol === 'https:' && port === '' && hostname.includes('.') && isIP(hostname) === 0
}

const indieAuthOf = (baseUrl: string): ServiceClient['indieAuth'] => ({
  id: baseUrl + INDIEAUTH_CLIENT_PATH,
  redirectUri: redirectUriOf(baseUrl, misskeyFlow, null),
})

/** While the service is developed: the id says what a document would, and nothing proves the client.
 * https://atproto.com/specs/oauth#localhost-client-development */
const clientOfThisMachine = (baseUrl: string): ServiceClient => {
  const query = new URLSearchParams({
    redirect_uri: redirectUriOf(baseUrl, blueskyFlow, null),
    scope: blueskyFlow.scopes.asked.join(' '),
  })
  return { id: `http://localhost?${query}`, keys: [], indieAuth: indieAuthOf(baseUrl) }
}

/** undefined if no server would accept it. */
export const createServiceClient = ({
  baseUrl,
  name,
  logoUrl,
  secrets,
}: ServiceClientOptions): ServiceClient | undefined => {
  if (THIS_MACHINE.test(baseUrl)) return clientOfThisMachine(baseUrl)
  const seeds = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'client key', SEED_BYTES)))
  const [key, ...others] = seeds.map((seed) => p256Key(p256Scalar(seed)))
  if (key === undefined || !mayBeClient(baseUrl)) return undefined
  const id = baseUrl + CLIENT_METADATA_PATH
  const toClientKey = ({ thumbprint, privateKey }: typeof key): ClientKey => ({ id: thumbprint, privateKey })
  return {
    id,
    keys: [toClientKey(key), ...others.map(toClientKey)],
    indieAuth: indieAuthOf(baseUrl),
    documents: {
      metadata: {
        client_id: id,
        client_name: name,
        client_uri: baseUrl,
        ...(logoUrl?.startsWith('https:') && { logo_uri: logoUrl }),
        application_type: 'web',
        redirect_uris: [redirectUriOf(baseUrl, blueskyFlow, null)],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: blueskyFlow.scopes.asked.join(' '),
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        dpop_bound_access_tokens: true,
        jwks_uri: baseUrl + CLIENT_JWKS_PATH,
      },
      jwks: {
        keys: [key, ...others].map(({ publicJwk, thumbprint }) => ({
          ...publicJwk,
          ...{ kid: thumbprint, use: 'sig', alg: 'ES256' },
        })),
      },
    },
  }
}
