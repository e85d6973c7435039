// The token of an account whose owner connected it. The account's own server passes calls on to the AppView.
// https://atproto.com/specs/xrpc#service-proxying

import { dpopProof } from '../../crypto/dpop-proof.ts'
import { p256Key } from '../../crypto/p256-key.ts'
import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { APPVIEW } from './call-appview.ts'

export const accountToken = connectedToken<unknown>({
  id: 'account',
  origins: [APPVIEW],
  sign: ({ token = '' }) => ({
    headers: { authorization: `DPoP ${token}`, 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' },
  }),
  prove: ({ token = '', proofKey = '' }, request) => ({ dpop: dpopProof(p256Key(proofKey), request, token) }),
  steps: [
    'Set BASE_URL to the public HTTPS URL of the service, without a port, and have the owner connect the account: `POST /api/v1/connect` with `platform: "bluesky"`.',
  ],
})
