// The token of a Page that someone who manages it connected.

import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { GRAPH } from '../meta/graph.ts'
import { signWithToken } from '../meta/tokens.ts'

export const pageToken: CredentialKind<unknown> = {
  id: 'page',
  settings: [],
  // Only people have them.
  read: () => [],
  origins: [GRAPH],
  sign: signWithToken,
  connects: true,
  steps: [
    'Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET, and have someone who manages the Page connect it: `POST /api/v1/connect` with `platform: "facebook"`.',
  ],
}
