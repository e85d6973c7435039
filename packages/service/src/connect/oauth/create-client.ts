// The client for a consent, in the protocol that the platform speaks.

import { createMiAuthClient } from './miauth-client.ts'
import { createOAuthClient, type OAuthClient } from './oauth-client.ts'
import { createOAuth1Client, type OAuth1ClientOptions } from './oauth1-client.ts'

export const createClient = (options: OAuth1ClientOptions): OAuthClient => {
  const { protocol, requestToken } = options.endpoints
  if (protocol === 'miauth') return createMiAuthClient(options)
  return requestToken === undefined ? createOAuthClient(options) : createOAuth1Client(options)
}
