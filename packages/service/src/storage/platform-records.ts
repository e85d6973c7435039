// The records of platforms: the state of credentials and budgets. No secret can be read from the store alone.
// Times are whole milliseconds since the epoch.

export type CredentialState = 'working' | 'limited' | 'expired' | 'refused' | 'paused'

export type CredentialRecord = {
  /** HMAC-SHA-256 of the operator's credential under the pepper, hex. */
  readonly id: string
  readonly platform: string
  readonly kind: string
  /** The account or license it belongs to; null: the operator's, for all. */
  readonly owner: string | null
  /** The last four characters of the credential, for display. */
  readonly hint: string
  readonly state: CredentialState
  /** The end of `limited`, or the next attempt of `refused`. */
  readonly until: number | null
  /** When the state began. */
  readonly since: number
  /** Consecutive failures. */
  readonly failures: number
  /** The kind of the last failure, one word. Never the platform's own text. */
  readonly error: string | null
  readonly errorAt: number | null
  /** The token obtained or renewed, sealed under a secret that is not in the store. */
  readonly sealedToken: string | null
  /** The end of the token, or of the credential itself. */
  readonly expiresAt: number | null
  readonly renewedAt: number | null
  /** How often the record was stored; 0 for a new one. */
  readonly version: number
}

/** What is left of an upstream budget in the window that ends at `resetsAt`, as reported at `toldAt`. */
export type BudgetRecord = {
  readonly key: string
  /** Calls, units or a share; may be fractional. */
  readonly left: number
  /** null: not reported. */
  readonly limit: number | null
  readonly resetsAt: number
  readonly reportedAt: number
}

/** The first use of a value within a span. */
export type DistinctUse = {
  readonly owner: string
  /** Never the value itself: a keyed hash. */
  readonly value: string
  readonly at: number
}
