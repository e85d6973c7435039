// What the store keeps of platforms: the state of credentials and budgets, never a secret that could be read from it alone.
// Times are whole milliseconds since the epoch.

export type CredentialState = 'working' | 'limited' | 'expired' | 'refused' | 'paused'

export type CredentialRecord = {
  /** HMAC-SHA-256 of what the operator gave, under the pepper, hex. */
  readonly id: string
  readonly platform: string
  readonly kind: string
  /** Whose it is: an account, a license. null: the operator's, for all. */
  readonly owner: string | null
  /** The last four characters of what was given, so that people can tell credentials apart. */
  readonly hint: string
  readonly state: CredentialState
  /** The end of `limited`; of `refused`, when it is tried again. */
  readonly until: number | null
  /** When the state began. */
  readonly since: number
  /** In a row. */
  readonly failures: number
  /** What was meant instead of an answer when it last failed, in a word. Never the platform's own words. */
  readonly error: string | null
  readonly errorAt: number | null
  /** What was obtained or renewed, sealed under a secret that the store does not hold. */
  readonly sealedToken: string | null
  /** The end of the token, or of the credential itself. */
  readonly expiresAt: number | null
  readonly renewedAt: number | null
  /** How often it was put; 0 for one that never was. */
  readonly version: number
}

/** What is left of an upstream's budget in the window that ends at `resetsAt`, as it was told at `toldAt`. */
export type BudgetRecord = {
  readonly key: string
  /** Calls, units or a share, parts of one included. */
  readonly left: number
  /** null: not told. */
  readonly limit: number | null
  readonly resetsAt: number
  readonly toldAt: number
}
