// From an account to the server that asks its owner, and back. Any server can claim any account: only the account's own
// document says who may. https://atproto.com/specs/oauth#identity-authentication

import { isApiError } from '../../../errors.ts'
import { ConnectFault, type ConnectFaultCode } from '../../oauth/connect-fault.ts'
import { textIn, urlIn } from '../fields.ts'
import type { Ask, Connectable, Located, Named } from '../flow.ts'
import { confirmedHandle, type Identity, readIdentity, resolveHandle } from './identity.ts'
import { APPVIEW, HOME } from './origins.ts'
import { authorizationHostOf } from './servers.ts'

/** A server that the client named may host accounts, or sign them in for other servers. */
const signInHostOf = async (host: string, ask: Ask): Promise<string> => {
  try {
    return await authorizationHostOf(`https://${host}`, ask)
  } catch (error) {
    if (error instanceof ConnectFault && error.reason === 'status.404') return host
    throw error
  }
}

export const locate = async ({ host, account }: Named, ask: Ask): Promise<Located> => {
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

export const confirm = async (host: string, accountId: string, ask: Ask) =>
  fieldsOf(host, await requireHost(host, accountId, ask, 'connection_expired'))

/** The account that the server at the host has signed in. */
export const readAccounts = async (did: string, host: string, ask: Ask): Promise<readonly Connectable[]> => {
  const identity = await requireHost(host, did, ask, 'platform_error')
  return [
    {
      id: identity.did,
      handle: await confirmedHandle(identity, ask),
      ...(await describe(identity.did, ask)),
      url: `https://bsky.app/profile/${identity.did}`,
      fields: fieldsOf(host, identity),
    },
  ]
}
