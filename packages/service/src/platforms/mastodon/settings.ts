// The operator's tokens for servers that show nothing without one. A token is for its own host and never leaves for another.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenPerHost } from '../../upstream/credentials/given.ts'

export const MastodonSettings = Type.Object({
  MASTODON_ACCESS_TOKENS: Type.String({
    default: '',
    description:
      'Access tokens of servers that show posts only to signed-in users: host=token, comma-separated. Optional.',
  }),
})
export type MastodonSettings = Static<typeof MastodonSettings>

export const token: CredentialKind<MastodonSettings> = {
  id: 'token',
  settings: ['MASTODON_ACCESS_TOKENS'],
  read: ({ MASTODON_ACCESS_TOKENS }) => givenPerHost('MASTODON_ACCESS_TOKENS', MASTODON_ACCESS_TOKENS, 'token'),
  sign: bearer,
  probe: ({ host = '' }) => ({ url: `https://${host}/api/v1/apps/verify_credentials` }),
  steps: [
    'Sign in on the server with an account of your own and open Preferences → Development → New application.',
    'Leave the redirect address as it is, choose the scopes `read:accounts`, `read:statuses` and `read:search`, and submit.',
    'Open the application and copy “Your access token”.',
  ],
}
