// The requests of a consent, a renewal or a revocation. Hosts that a person named are never trusted.

import type { Egress } from '../../egress/egress.ts'
import type { Apps } from '../apps.ts'
import { createGuardedFetch, type GuardedFetch } from '../oauth/guarded-fetch.ts'
import type { ConnectFlow } from './flow.ts'

export const fetchFor = (
  { egress, apps }: { readonly egress: Pick<Egress, 'fetch'>; readonly apps: Pick<Apps, 'agentOf'> },
  { dialect: { platform }, federated }: ConnectFlow,
  licenseId: string,
  remainingMs?: () => number,
): GuardedFetch =>
  createGuardedFetch({
    ...{ egress, platform, userAgent: apps.agentOf(platform), remainingMs },
    ...(federated && { licenseId, trusted: federated.trusted }),
  })
