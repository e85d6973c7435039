// The token of an account whose owner connected it with Instagram Login.

import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { signWithToken } from '../meta/tokens.ts'
import { LOGIN } from './urls.ts'

export const accountToken: CredentialKind<unknown> = {
  id: 'account',
  settings: [],
  // Only people have them.
  read: () => [],
  origins: [LOGIN],
  sign: signWithToken,
  connects: true,
  steps: [
    'Set INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET, and have the owner connect the account: `POST /api/v1/connect` with `platform: "instagram"`.',
  ],
}
