// Proves, for one request, that the key is there that a connected account's token is bound to.

import { dpopProof, type ProvenRequest } from '../../crypto/dpop-proof.ts'
import { p256Key } from '../../crypto/p256-key.ts'
import type { Fields } from '../../upstream/contract/call.ts'

export const prove = async (request: ProvenRequest & { readonly secrets: Fields }): Promise<Fields> => {
  const { token = '', proofKey = '' } = request.secrets
  return { dpop: dpopProof(p256Key(proofKey), request, token) }
}
