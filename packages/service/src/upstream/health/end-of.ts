// When a credential expires that only the operator can renew. Tokens that the service obtains or renews in time need no
// warning.

import type { CredentialRecord } from '../../storage/store.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { renewalDueAt } from '../credentials/tokens.ts'

const DAY_MS = 24 * 60 * 60_000
/** How many days before its expiry a credential is announced. */
export const ENDS_SOON_DAYS = 14

type Times = Pick<CredentialRecord, 'expiresAt' | 'renewedAt'>

/** Milliseconds since the epoch; undefined if it does not expire, or if the service itself gets the next one. */
export const endOf = (
  { obtain, renew }: Pick<CredentialKind<unknown>, 'obtain' | 'renew'>,
  { expiresAt, renewedAt }: Times,
  now: number,
): number | undefined => {
  if (expiresAt === null || obtain) return undefined
  if (!renew) return expiresAt
  // A renewal gets a day to succeed. A shorter-lived token says nothing about the credential behind it.
  const overdueAt = renewalDueAt(renewedAt ?? 0, expiresAt) + DAY_MS
  return overdueAt < expiresAt && now >= overdueAt ? expiresAt : undefined
}

export const endsSoon = (...of: Parameters<typeof endOf>): boolean => {
  const end = endOf(...of)
  const [, , now] = of
  return end !== undefined && end - now <= ENDS_SOON_DAYS * DAY_MS
}
