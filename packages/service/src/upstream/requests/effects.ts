// What each meaning implies for retries, breaker, credentials and budgets. For the error codes, see
// contract/refusal.ts.

import type { Meaning } from '../contract/refusal.ts'

export type Effect = {
  /** What may help: the same call after a pause, another credential, or a renewed token. */
  readonly remedy: 'no' | 'pause' | 'credential' | 'renew'
  /** What it shows about the host. */
  readonly host: 'up' | 'down'
  /** What it shows about the credential that signed. */
  readonly credential?: 'limited' | 'refused' | 'expired'
  /** Whether the bucket is empty until its reset. */
  readonly empties?: true
  /** Whether another source may serve instead. */
  readonly mayFallBack?: true
}

export const EFFECTS: Readonly<Record<Meaning, Effect>> = {
  absent: { remedy: 'no', host: 'up' },
  hidden: { remedy: 'no', host: 'up' },
  unsupported: { remedy: 'no', host: 'up' },
  too_much: { remedy: 'no', host: 'up' },
  limited: { remedy: 'credential', host: 'up', credential: 'limited', empties: true, mayFallBack: true },
  exhausted: { remedy: 'credential', host: 'up', credential: 'limited', empties: true, mayFallBack: true },
  passing: { remedy: 'pause', host: 'down' },
  failing: { remedy: 'no', host: 'down' },
  broken: { remedy: 'no', host: 'up' },
  invalid_cursor: { remedy: 'no', host: 'up' },
  credential_refused: { remedy: 'credential', host: 'up', credential: 'refused', mayFallBack: true },
  credential_expired: { remedy: 'renew', host: 'up', credential: 'expired', mayFallBack: true },
  credential_lacks_scope: { remedy: 'credential', host: 'up', credential: 'refused', mayFallBack: true },
  closed: { remedy: 'no', host: 'up', mayFallBack: true },
  signed_only: { remedy: 'no', host: 'up', mayFallBack: true },
}
