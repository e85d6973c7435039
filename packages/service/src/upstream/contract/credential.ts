// A kind of credential: how it is read from the settings, how it signs, and how a token is obtained for it. Pure: the
// engine holds the secrets, keeps the tokens sealed, and knows which credentials work.

import type { ProvenRequest } from '../../crypto/dpop-proof.ts'
import type { Call, Fields, Send } from './call.ts'

/** A credential as the operator provided it. */
export type Given = {
  readonly secrets: Fields
  /** The credential signs calls to this host only, and makes the host trusted. */
  readonly host?: string
  /** The credential serves this account only, named by its canonical handle. */
  readonly account?: string
  /** The id of the account that the credential acts as, no secret: it replaces `{own}` in URLs. Credentials of one account
   * share the limits of the platform that are counted here. */
  readonly own?: string
  /** The origin that passes calls on to the platform's: the account's own server. Calls are sent there instead. */
  readonly through?: string
}

export type Token = {
  readonly secrets: Fields
  /** The token does not expire when absent. */
  readonly expiresInSeconds?: number
}

/** What is added to a call, and removed from its response. */
export type Signature = {
  readonly headers?: Fields
  readonly query?: Fields
  /** Merged into a JSON body. */
  readonly json?: Fields
  /** In place of the service's own, for platforms that require the name of the operator's application. */
  readonly userAgent?: string
}

export type CredentialKind<Settings> = {
  readonly id: string
  /** Environment names that must all be set. */
  readonly settings: readonly string[]
  /** One or more, in the operator's order; none when a setting is missing. Throws an Error that names a malformed
   * setting. */
  read(settings: Settings): readonly Given[]
  /** Origins that it may be sent to; the platform's origins when absent. A credential with a host is sent to that host
   * only. */
  readonly origins?: readonly string[]
  readonly sign: (secrets: Fields) => Signature
  /** For a token that is bound to a key: header fields that prove, for one request, that the key is there. */
  readonly prove?: (request: ProvenRequest & { readonly secrets: Fields }) => Promise<Fields>
  /** What was provided → a token: obtained once for all replicas, sealed in the store, replaced before it expires. Its
   * secrets are added to the provided ones when it signs. */
  readonly obtain?: (given: Fields, send: Send) => Promise<Token>
  /** A token → the next one; only the newest is kept. The provided token is the first. */
  readonly renew?: (token: Fields, send: Send) => Promise<Token>
  /** The lifetime of a provided token whose expiry is unknown: it is renewed once immediately, to learn its expiry. */
  readonly livesSeconds?: number
  /** The token of a connected account, in `token`, signs as this kind does. */
  readonly connects?: boolean
  /** The cheapest call that shows that the credential works. */
  readonly probe?: (given: Given) => Call
  /** How to get one, step by step, for the documentation. */
  readonly steps: readonly [string, ...string[]]
}
