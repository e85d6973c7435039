// Resolves the handle of an account to its DID.

import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { bodyOf, callAppView } from './call-appview.ts'
import { isDid } from './canonicalize-handle.ts'

/** `actor`: canonical. Throws Refused: `absent`. */
export const resolveActor = async (send: Send, actor: string, about: 'profile' | 'post'): Promise<string> => {
  if (isDid(actor)) return actor
  const response = await callAppView(send, 'com.atproto.identity.resolveHandle', { handle: actor }, about)
  const did = stringOrNull(bodyOf(response).did)
  if (did === null) throw new Refused('broken')
  return did
}
