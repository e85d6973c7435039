// The operator's tokens for servers that require a login. A token is never sent to another host.

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
  connects: true,
  probe: ({ host = '' }) => ({ url: `https://${host}/api/v1/apps/verify_credentials` }),
  steps: [
    'Sign in on the server with your own account and open Preferences → Development → New application.',
    'Keep the redirect URI, select the scopes `read:accounts`, `read:statuses` and `read:search`, and submit.',
    'Open the application and copy “Your access token”.',
  ],
}
