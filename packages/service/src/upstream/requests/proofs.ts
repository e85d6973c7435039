// Proofs of possession for calls with a token that is bound to a key (DPoP, RFC 9449). A host tells the nonce of the
// next proof with each response, and refuses a call for want of it.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { EgressResponse } from '../../egress/egress.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { Signature } from '../contract/credential.ts'
import type { OutgoingCall } from './send-call.ts'
import type { Signing } from './signer.ts'

export type Proofs = {
  /** Sends a signed call: with a new proof, if its credential makes proofs, and once more with the nonce that the host
   * wants. */
  send(
    outgoing: OutgoingCall,
    signing: Signing,
    send: (call: OutgoingCall) => Promise<EgressResponse>,
  ): Promise<EgressResponse>
}

export type ProofsOptions = { readonly now: () => number; readonly randomBytes: RandomBytes }

const MOST_NONCES = 5_000
const ID_BYTES = 16

export const createProofs = ({ now, randomBytes }: ProofsOptions): Proofs => {
  /** By credential and origin. */
  const nonces = createLru<string>(MOST_NONCES)

  return {
    async send(outgoing, { credential, fields }, send) {
      const prove = credential?.kind.prove
      if (credential === undefined || prove === undefined) return send(outgoing)
      const { url, call } = outgoing
      const place = `${credential.id} ${url.origin}`
      const proven = async (): Promise<OutgoingCall> => {
        const method = call.body === undefined ? 'GET' : 'POST'
        const id = randomBytes(ID_BYTES).toString('base64url')
        const proof = await prove({ secrets: fields, method, url, nonce: nonces.get(place), now: now(), id })
        return { ...outgoing, signature: withHeaders(outgoing.signature, proof) }
      }
      const sendProven = async (): Promise<EgressResponse> => {
        const response = await send(await proven())
        const nonce = response.headers['dpop-nonce']
        if (nonce !== undefined) nonces.set(place, nonce)
        return response
      }
      const first = await sendProven()
      return first.status === 401 && wantsNonce(first.headers) ? sendProven() : first
    },
  }
}

/** Whether the server refused a proof only for want of its nonce (RFC 9449, sections 8 and 9). */
export const wantsNonce = (headers: Readonly<Record<string, string>>): boolean =>
  headers['dpop-nonce'] !== undefined && /^DPoP\b.*\berror="?use_dpop_nonce"?/i.test(headers['www-authenticate'] ?? '')

const withHeaders = (signature: Signature, headers: NonNullable<Signature['headers']>): Signature => ({
  ...signature,
  headers: { ...signature.headers, ...headers },
})
