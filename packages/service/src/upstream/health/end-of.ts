// When a credential ends that nobody but the operator can renew. Tokens that are obtained or renewed in time end without
// anybody having to know.

import type { CredentialRecord } from '../../storage/store.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { renewalDueAt } from '../credentials/tokens.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long before its end a credential is spoken of. */
export const ENDS_SOON_DAYS = 14

type Times = Pick<CredentialRecord, 'expiresAt' | 'renewedAt'>

/** Milliseconds since the epoch; undefined where it does not end, or where the service itself sees to the next one. */
export const endOf = (
  { obtain, renew }: Pick<CredentialKind<unknown>, 'obtain' | 'renew'>,
  { expiresAt, renewedAt }: Times,
  now: number,
): number | undefined => {
  if (expiresAt === null || obtain) return undefined
  if (!renew) return expiresAt
  // A day is time enough for a renewal; what lives for no longer says nothing of the credential behind it.
  const overdueAt = renewalDueAt(renewedAt ?? 0, expiresAt) + DAY_MS
  return overdueAt < expiresAt && now >= overdueAt ? expiresAt : undefined
}

export const endsSoon = (...of: Parameters<typeof endOf>): boolean => {
  const end = endOf(...of)
  const [, , now] = of
  return end !== undefined && end - now <= ENDS_SOON_DAYS * DAY_MS
}
