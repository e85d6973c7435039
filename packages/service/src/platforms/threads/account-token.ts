// The token of a profile whose owner connected it.

import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { signWithToken } from '../meta/tokens.ts'
import { OWN_ORIGIN } from './urls.ts'

export const accountToken: CredentialKind<unknown> = {
  id: 'account',
  settings: [],
  // Only people have them.
  read: () => [],
  origins: [OWN_ORIGIN],
  sign: signWithToken,
  connects: true,
  steps: [
    'Set THREADS_CLIENT_ID and THREADS_CLIENT_SECRET, and have the owner connect the profile: `POST /api/v1/connect` with `platform: "threads"`.',
  ],
}
