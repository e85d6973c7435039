// What each meaning implies for retries, breaker, credentials and budgets. For the error codes, see
// contract/refusal.ts.

import type { Meaning } from '../contract/refusal.ts'

export type Effect = {
  /** What may help: the same call after a pause, another credential, or a renewed token. */
  readonly again: 'no' | 'pause' | 'credential' | 'renew'
  /** What it shows about the host. */
  readonly host: 'up' | 'down'
  /** What it shows about the credential that signed. */
  readonly credential?: 'limited' | 'refused' | 'expired'
  /** Whether the bucket is empty until its reset. */
  readonly empties?: true
  /** Whether another source may serve instead. */
  readonly passesOn?: true
}

export const EFFECTS: Readonly<Record<Meaning, Effect>> = {
  absent: { again: 'no', host: 'up' },
  hidden: { again: 'no', host: 'up' },
  unsupported: { again: 'no', host: 'up' },
  too_much: { again: 'no', host: 'up' },
  limited: { again: 'credential', host: 'up', credential: 'limited', empties: true, passesOn: true },
  exhausted: { again: 'credential', host: 'up', credential: 'limited', empties: true, passesOn: true },
  passing: { again: 'pause', host: 'down' },
  failing: { again: 'no', host: 'down' },
  broken: { again: 'no', host: 'up' },
  invalid_cursor: { again: 'no', host: 'up' },
  credential_refused: { again: 'credential', host: 'up', credential: 'refused', passesOn: true },
  credential_expired: { again: 'renew', host: 'up', credential: 'expired', passesOn: true },
  credential_lacks_scope: { again: 'credential', host: 'up', credential: 'refused', passesOn: true },
  closed: { again: 'no', host: 'up', passesOn: true },
}
