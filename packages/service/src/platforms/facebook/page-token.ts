// The token of a Page that someone who manages it connected.

import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { GRAPH } from '../meta/graph.ts'
import { signWithToken } from '../meta/tokens.ts'

export const pageToken = connectedToken<unknown>({
  id: 'page',
  origins: [GRAPH],
  sign: signWithToken,
  steps: [
    'Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET, and have someone who manages the Page connect it: `POST /api/v1/connect` with `platform: "facebook"`.',
  ],
})
