// Bluesky, and every other server of its network (atproto). The account chooses its server, so the account decides who
// is asked: what a server says about an account counts only if the account names that server.
// https://atproto.com/specs/oauth#identity-authentication

import { isApiError } from '../../../errors.ts'
import { DIALECTS } from '../../dialects/dialects.ts'
import { ConnectFault, type ConnectFaultCode } from '../../oauth/connect-fault.ts'
import { textIn, urlIn } from '../fields.ts'
import type { Ask, Connectable, ConnectFlow, Located, Named } from '../flow.ts'
import { APPVIEW, confirmedHandle, type Identity, PLC_DIRECTORY, readIdentity, resolveHandle } from './identity.ts'
import { authorizationHostOf, discover } from './servers.ts'

/** Where accounts are signed in whose owner names neither a handle nor a server: most are hosted there. */
const HOME = 'bsky.social'

/** Single calls to read with, to Bluesky’s AppView and nowhere else. https://atproto.com/specs/permission */
const CALLS = ['app.bsky.actor.getProfile', 'app.bsky.feed.getAuthorFeed', 'app.bsky.feed.getPosts'] as const
const SCOPES = ['atproto', ...CALLS.map((call) => `rpc:${call}?aud=did:web:api.bsky.app%23bsky_appview`)]

/** A server that the client named may host accounts, or sign them in for other servers. */
const signInHostOf = async (host: string, ask: Ask): Promise<string> => {
  try {
    return await authorizationHostOf(`https://${host}`, ask)
  } catch (error) {
    if (error instanceof ConnectFault && error.reason === 'status.404') return host
    throw error
  }
}

const locate = async ({ host, account }: Named, ask: Ask): Promise<Located> => {
  if (account === null) return { host: host === null ? HOME : await signInHostOf(host, ask), accountId: null }
  const accountId = await resolveHandle(account, ask)
  const identity = await readIdentity(accountId, ask)
  // A handle counts only if the account claims it, too.
  if (account !== accountId && !identity.handles.includes(account))
    throw new ConnectFault('platform_error', { reason: 'foreign_handle' })
  return { host: await authorizationHostOf(identity.server, ask), accountId }
}

/** Throws ConnectFault, with the code if the account's own document leads to no authorization server, or another. */
const requireHost = async (host: string, accountId: string, ask: Ask, code: ConnectFaultCode): Promise<Identity> => {
  const identity = await readIdentity(accountId, ask).catch((error: unknown) => {
    throw isApiError(error) ? new ConnectFault(code, { reason: 'no_server', cause: error }) : error
  })
  if ((await authorizationHostOf(identity.server, ask)) !== host)
    throw new ConnectFault(code, { reason: 'other_server' })
  return identity
}

const fieldsOf = (host: string, { server }: Identity) => ({ issuer: host, server })

/** What people recognize the account by. Nothing depends on it. */
const describe = async (did: string, ask: Ask): Promise<Pick<Connectable, 'displayName' | 'avatarUrl'>> => {
  try {
    const profile = await ask({ url: `${APPVIEW}/xrpc/app.bsky.actor.getProfile`, query: { actor: did } })
    return { displayName: textIn(profile, 'displayName', 'handle'), avatarUrl: urlIn(profile, 'avatar') }
  } catch (error) {
    if (error instanceof ConnectFault) return { displayName: null, avatarUrl: null }
    throw error
  }
}

export const blueskyFlow: ConnectFlow = {
  dialect: DIALECTS.bluesky,
  name: 'Bluesky',
  allows: [
    'Read your profile and your posts',
    'Show them on the website, also if Bluesky hides your account from people who are not signed in',
  ],
  scopes: { least: SCOPES.slice(0, -1), asked: SCOPES },
  federated: {
    discover,
    client: { by: 'url' },
    trusted: [APPVIEW, PLC_DIRECTORY, `https://${HOME}`],
    movable: {
      locate,
      confirm: async (host, accountId, ask) =>
        fieldsOf(host, await requireHost(host, accountId, ask, 'connection_expired')),
    },
  },
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ subject = '', scopes }, ask, base) {
    // Servers must name what they granted, and with it that they follow the rules of atproto.
    if (scopes?.includes('atproto') !== true) throw new ConnectFault('connection_incomplete', { reason: 'no_atproto' })
    const { host } = new URL(base)
    // Any server can claim any account: only the account's own document says who may.
    const identity = await requireHost(host, subject, ask, 'platform_error')
    return [
      {
        id: identity.did,
        handle: await confirmedHandle(identity, ask),
        ...(await describe(identity.did, ask)),
        url: `https://bsky.app/profile/${identity.did}`,
        fields: fieldsOf(host, identity),
      },
    ]
  },
}
