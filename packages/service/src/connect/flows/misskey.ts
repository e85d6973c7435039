// Misskey and its forks. Servers since 2023.9 have OAuth, and know a client by the page at its URL (IndieAuth). All
// others, and forks that dropped it, have MiAuth. https://misskey-hub.net/en/docs/for-developers/api/token/

import { INDIEAUTH_CLIENT_PATH } from '../client-paths.ts'
import { type Endpoints, endpointsOf } from '../dialects/dialect.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { Ask, ConnectFlow } from './flow.ts'

const METADATA = '/.well-known/oauth-authorization-server'
const SCOPE = 'read:account'

type Body = Readonly<Record<string, unknown>>

const isAt = (origin: string, value: unknown): value is string =>
  typeof value === 'string' && URL.parse(value)?.origin === origin

const lists = (value: unknown, item: string): boolean => Array.isArray(value) && value.includes(item)

/** undefined: the server has no OAuth of Misskey's. Forks with the API of Mastodon describe that one here, which knows no
 * clients by a URL. */
const oauthOf = (origin: string, metadata: Body): Endpoints | undefined => {
  const { issuer, authorization_endpoint: authorize, token_endpoint: token } = metadata
  const isMisskey =
    lists(metadata.scopes_supported, SCOPE) &&
    lists(metadata.code_challenge_methods_supported, 'S256') &&
    // One redirect URI serves every server, so each has to name itself (RFC 9207).
    metadata.authorization_response_iss_parameter_supported === true
  // An endpoint elsewhere would get the code.
  const isOwn = isAt(origin, issuer) && isAt(origin, authorize) && isAt(origin, token)
  return isMisskey && isOwn ? { issuer, authorize, token, pkce: true, namesIssuer: true } : undefined
}

const orUndefined = async (read: Promise<Body>): Promise<Body | undefined> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof ConnectFault && error.code === 'platform_timeout') throw error
    return undefined
  }
}

const discover = async (host: string, ask: Ask): Promise<Endpoints> => {
  const origin = `https://${host}`
  const metadata = await orUndefined(ask({ url: origin + METADATA }))
  const oauth = metadata && oauthOf(origin, metadata)
  if (oauth) return oauth
  // MiAuth has no description of its own, and nobody would come back from a server of another kind.
  const { version } = await ask({ url: `${origin}/api/meta`, json: { detail: false } })
  if (typeof version !== 'string') throw new ConnectFault('platform_error', { reason: 'no_misskey' })
  const { issuer } = endpointsOf(DIALECTS.misskey, origin)
  const miauth = { authorize: `${origin}/miauth`, token: `${origin}/api/miauth` }
  return { issuer, ...miauth, pkce: false, namesIssuer: false, protocol: 'miauth' }
}

export const misskeyFlow: ConnectFlow = {
  dialect: DIALECTS.misskey,
  name: 'Misskey',
  allows: ['Read your profile', 'Read your notes'],
  // The token of an account reads its notes for followers without a further scope.
  scopes: { least: [SCOPE], asked: [SCOPE], private: [] },
  federated: { discover, client: { by: 'url', path: INDIEAUTH_CLIENT_PATH } },
  async accounts({ accessToken, account }, ask, base) {
    const headers = { authorization: `Bearer ${accessToken}` }
    // MiAuth describes the account beside the token.
    const user = account ?? (await ask({ url: `${base}/api/i`, json: {}, headers }))
    const name = idIn(user, 'username')
    return [
      {
        id: idIn(user, 'id'),
        handle: `${name}@${new URL(base).host}`.toLowerCase(),
        displayName: textIn(user, 'name', 'username'),
        url: `${base}/@${encodeURIComponent(name)}`,
        avatarUrl: urlIn(user, 'avatarUrl'),
      },
    ]
  },
}
