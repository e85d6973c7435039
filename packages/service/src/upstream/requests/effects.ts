// What follows from a meaning, for everybody who has to act on it. What a client is told: contract/refusal.ts.

import type { Meaning } from '../contract/refusal.ts'

export type Effect = {
  /** What may help: the same call after a pause, with another credential, or with a token that is renewed. */
  readonly again: 'no' | 'pause' | 'credential' | 'renew'
  /** What it tells of the host. */
  readonly host: 'up' | 'down'
  /** What it tells of the credential that signed. */
  readonly credential?: 'limited' | 'refused' | 'expired'
  /** Whether the bucket is empty, until then. */
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
