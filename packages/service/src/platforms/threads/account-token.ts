// The token of a profile whose owner connected it.

import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { signWithToken } from '../meta/tokens.ts'
import { OWN_ORIGIN } from './urls.ts'

export const accountToken = connectedToken<unknown>({
  id: 'account',
  origins: [OWN_ORIGIN],
  sign: signWithToken,
  steps: [
    'Set THREADS_CLIENT_ID and THREADS_CLIENT_SECRET, and have the owner connect the profile: `POST /api/v1/connect` with `platform: "threads"`.',
  ],
})
