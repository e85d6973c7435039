// The requests of a consent, a renewal or a revocation. Hosts that a person named are never trusted.

import type { Egress } from '../../egress/egress.ts'
import { createGuardedFetch, type GuardedFetch } from '../oauth/guarded-fetch.ts'
import type { ConnectFlow } from './flow.ts'

export const fetchFor = (
  egress: Pick<Egress, 'fetch'>,
  { dialect: { platform }, federated }: ConnectFlow,
  licenseId: string,
): GuardedFetch => createGuardedFetch({ egress, platform, ...(federated && { licenseId, trusted: federated.trusted }) })
