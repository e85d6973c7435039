// Mastodon, and servers with its API. The service registers itself at each host, and does so again after the host forgot
// it, which Mastodon does with clients that nobody uses (https://github.com/mastodon/mastodon/issues/27740).

import { endpointsOf } from '../dialects/dialect.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { Ask, ConnectFlow } from './flow.ts'

const METADATA = '/.well-known/oauth-authorization-server'

/** RFC 8414; Mastodon has it since 4.3, other servers not at all. */
const readMetadata = async (origin: string, ask: Ask): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    const metadata = await ask({ url: origin + METADATA })
    // Metadata of another server would send the code there (RFC 8414, section 3.3).
    return typeof metadata.issuer === 'string' && URL.parse(metadata.issuer)?.origin === origin ? metadata : undefined
  } catch (error) {
    if (error instanceof ConnectFault && error.code === 'platform_timeout') throw error
    return undefined
  }
}

/** An endpoint of the same origin; any other is refused, since the code and the secret would go there. */
const sameOrigin = (value: unknown, origin: string): string | undefined =>
  typeof value === 'string' && URL.parse(value)?.origin === origin ? value : undefined

const discover = async (host: string, ask: Ask) => {
  const origin = `https://${host}`
  const usual = endpointsOf(DIALECTS.mastodon, origin)
  const metadata = await readMetadata(origin, ask)
  if (metadata === undefined) return usual
  const { code_challenge_methods_supported: methods } = metadata
  const revoke = sameOrigin(metadata.revocation_endpoint, origin) ?? usual.revoke
  return {
    issuer: metadata.issuer as string,
    authorize: sameOrigin(metadata.authorization_endpoint, origin) ?? usual.authorize,
    token: sameOrigin(metadata.token_endpoint, origin) ?? usual.token,
    ...(revoke !== undefined && { revoke }),
    // A server without PKCE ignores it; one that lists other methods only would refuse S256.
    pkce: !Array.isArray(methods) || methods.length === 0 || methods.includes('S256'),
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
  }
}

export const mastodonFlow: ConnectFlow = {
  dialect: DIALECTS.mastodon,
  name: 'Mastodon',
  allows: ['Read your profile', 'Read your posts'],
  scopes: { least: ['read:accounts', 'read:statuses'], asked: ['read:accounts', 'read:statuses'] },
  federated: {
    discover,
    client: {
      by: 'registration',
      async register(host, { name, website, redirectUri, scopes }, ask) {
        const form = { client_name: name, redirect_uris: redirectUri, scopes: scopes.join(' '), website }
        const client = await ask({ url: `https://${host}/api/v1/apps`, form })
        return { clientId: idIn(client, 'client_id'), clientSecret: idIn(client, 'client_secret') }
      },
      async isKnown({ token }, { clientId, clientSecret = '' }, ask) {
        const form = {
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          scope: 'read:accounts',
        }
        try {
          await ask({ url: token, form })
          return true
        } catch (error) {
          // Not supported by every server; only a refusal of the client says that it is unknown.
          return !(error instanceof ConnectFault && error.code === 'platform_unauthorized')
        }
      },
    },
  },
  async accounts({ accessToken }, ask, base) {
    const url = `${base}/api/v1/accounts/verify_credentials`
    const account = await ask({ url, headers: { authorization: `Bearer ${accessToken}` } })
    const host = new URL(base).host
    return [
      {
        id: idIn(account, 'id'),
        handle: `${idIn(account, 'username')}@${host}`.toLowerCase(),
        displayName: textIn(account, 'display_name', 'username'),
        url: urlIn(account, 'url'),
        avatarUrl: urlIn(account, 'avatar_static', 'avatar'),
      },
    ]
  },
}
