// MiAuth, the way to a token of Misskey's own: the person agrees to a session, and whoever knows its id gets the token
// once. The id is made of the ticket's verifier, so that only this service and the server know it.
// https://misskey-hub.net/en/docs/for-developers/api/token/miauth/

import { createHash } from 'node:crypto'
import { createAsk } from '../flows/ask.ts'
import { ConnectFault } from './connect-fault.ts'
import type { OAuthClient, OAuthClientOptions } from './oauth-client.ts'

const UUID_BYTES = 16

/** A UUID of version 8 (RFC 9562, section 5.8). */
const sessionOf = (verifier: string): string => {
  const bytes = createHash('sha256').update(`miauth ${verifier}`).digest().subarray(0, UUID_BYTES)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const createMiAuthClient = ({ endpoints, redirectUri, fetch }: OAuthClientOptions): OAuthClient => {
  const ask = createAsk(fetch)
  return {
    async authorizeUrl({ state, scopes, verifier, parameters = {} }) {
      const url = new URL(`${endpoints.authorize}/${sessionOf(verifier)}`)
      const callback = new URL(redirectUri)
      // Servers add the session to the query.
      callback.searchParams.set('state', state)
      const fields = { ...parameters, callback: callback.href, permission: scopes.join(',') }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      return url.href
    },

    async exchange(query, { verifier }) {
      const session = sessionOf(verifier)
      if (query.get('session') !== session) throw new ConnectFault('connection_expired', { reason: 'another_session' })
      const { ok, token, user } = await ask({ url: `${endpoints.token}/${session}/check`, json: {} })
      // Servers send the browser back although they gave nothing: https://github.com/misskey-dev/misskey/pull/15154
      if (ok !== true || typeof token !== 'string' || token === '')
        throw new ConnectFault('platform_error', { reason: 'no_token' })
      const isDescribed = typeof user === 'object' && user !== null && !Array.isArray(user)
      return { accessToken: token, ...(isDescribed && { account: user as Readonly<Record<string, unknown>> }) }
    },

    // Tokens do not end.
    async refresh() {
      throw new ConnectFault('platform_error', { reason: 'not_renewable' })
    },

    // Only the person can take a token back.
    revoke: async () => false,
  }
}
