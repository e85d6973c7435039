// Signs each call with the token of a connected account, as OAuth 1.0 wants it. Calls with a key are not signed.

import { oauth1Header } from '../../crypto/oauth1-signature.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'

export const prove: NonNullable<CredentialKind<unknown>['prove']> = async ({
  method,
  url,
  now,
  id: nonce,
  secrets,
}) => {
  const { token, tokenSecret = '', id: clientId = '', clientSecret = '' } = secrets
  if (token === undefined) return {}
  const application = { clientId, clientSecret, token: { token, secret: tokenSecret } }
  return { authorization: oauth1Header({ method, url, now, nonce }, application) }
}
