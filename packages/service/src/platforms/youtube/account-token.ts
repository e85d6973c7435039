// The token of a channel whose owner connected it.

import { bearer } from '../../upstream/credentials/bearer.ts'
import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { API } from './call-api.ts'

export const accountToken = connectedToken<unknown>({
  id: 'account',
  origins: [API],
  sign: bearer,
  steps: [
    'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET, and have the owner connect the channel: `POST /api/v1/connect` with `platform: "youtube"`.',
  ],
})
