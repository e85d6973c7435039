// The event that a credential is no longer accepted. The store emits it in the transaction that stores the new state;
// of several processes, one succeeds.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { makeEvent } from '../../events/make-event.ts'
import type { CredentialRecord, EventRecord } from '../../storage/store.ts'

type Source = { readonly now: () => number; readonly randomBytes: RandomBytes }

const isRefused = ({ state }: CredentialRecord): boolean => state === 'refused' || state === 'expired'

/** undefined if the state did not get worse. */
export const refusalEvent = (
  before: CredentialRecord,
  after: CredentialRecord,
  { now, randomBytes }: Source,
): EventRecord | undefined => {
  const { platform, kind, hint, state, error, until } = after
  if (isRefused(before) || (state !== 'refused' && state !== 'expired')) return undefined
  const retryAt = until === null ? null : new Date(until).toISOString()
  return makeEvent('credential.refused', { platform, kind, hint, state, error, retryAt }, { at: now(), randomBytes })
}
