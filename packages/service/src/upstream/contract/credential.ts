// A kind of credential: how it is read from the settings, how it signs, and how a token is got for it. Pure: the engine
// holds the secrets, keeps the tokens sealed, and knows which of several works.

import type { Call, Fields, Send } from './call.ts'

/** A credential as the operator gave it. */
export type Given = {
  readonly secrets: Fields
  /** It signs calls to this host alone, and makes it a trusted one. */
  readonly host?: string
  /** It serves this account alone, named by its canonical handle. */
  readonly account?: string
}

export type Token = {
  readonly secrets: Fields
  /** Without end when absent. */
  readonly expiresInSeconds?: number
}

/** What is added to a call, and taken out of what comes back. */
export type Signature = {
  readonly headers?: Fields
  readonly query?: Fields
  /** Joined to a JSON body. */
  readonly json?: Fields
  /** In place of the service's own, where the platform asks for one that names the operator's application. */
  readonly userAgent?: string
}

export type CredentialKind<Settings> = {
  readonly id: string
  /** Environment names that must all be set. */
  readonly settings: readonly string[]
  /** One or more, in the operator's order; none when a setting is missing. Throws an Error that names the malformed one. */
  read(settings: Settings): readonly Given[]
  /** Origins that it may be sent to; those of the platform when absent. A Given with a host is sent there alone. */
  readonly origins?: readonly string[]
  readonly sign: (secrets: Fields) => Signature
  /** What was given → a token of its own: once for all replicas, sealed in the store, before the one before ends. Its
   * secrets join the given ones when it signs. */
  readonly obtain?: (given: Fields, send: Send) => Promise<Token>
  /** A token → the one after it; only the newest is kept. The given one is the first. */
  readonly renew?: (token: Fields, send: Send) => Promise<Token>
  /** How much life a given token has whose end nobody told: it is renewed once at first, to learn it. */
  readonly livesSeconds?: number
  /** The cheapest call that shows that it works. */
  readonly probe?: (given: Given) => Call
  /** How to get one, step by step, for the documents. */
  readonly steps: readonly [string, ...string[]]
}
