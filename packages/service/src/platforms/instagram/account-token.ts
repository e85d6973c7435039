// The token of an account whose owner connected it with Instagram Login.

import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { signWithToken } from '../meta/tokens.ts'
import { LOGIN } from './urls.ts'

export const accountToken = connectedToken<unknown>({
  id: 'account',
  origins: [LOGIN],
  sign: signWithToken,
  steps: [
    'Set INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET, and have the owner connect the account: `POST /api/v1/connect` with `platform: "instagram"`.',
  ],
})
