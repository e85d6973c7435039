// The state of a credential after a response showed something of it. Pure; the pool stores it.

import type { CredentialRecord } from '../../storage/store.ts'

export type Reported =
  | { readonly is: 'working' }
  | { readonly is: 'limited'; readonly until: number }
  | { readonly is: 'refused' | 'expired'; readonly error: string }

const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 60 * 60_000

/** Whether the state is more than the assumption of a new credential. The first response stores the record, as does a command of the
 * operator. */
export const isTested = ({ state, version }: Pick<CredentialRecord, 'state' | 'version'>): boolean =>
  state !== 'working' || version > 0

/** The next record; the same object if nothing changed that is worth storing. */
export const afterReported = (record: CredentialRecord, reported: Reported, now: number): CredentialRecord => {
  // A credential that the operator paused stays paused, whatever calls in flight report.
  if (record.state === 'paused') return record
  if (reported.is === 'working') {
    // The first success is stored as well: until then, nobody knows whether the credential works.
    return record.state === 'working' && isTested(record)
      ? record
      : { ...record, state: 'working', since: now, until: null, failures: 0 }
  }
  if (reported.is === 'limited') {
    const isKnown = record.state === 'limited' && record.until !== null && record.until >= reported.until
    return isKnown ? record : { ...record, state: 'limited', since: now, until: reported.until }
  }
  const failures = record.failures + 1
  return {
    ...record,
    state: reported.is,
    since: record.state === reported.is ? record.since : now,
    until: now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)),
    failures,
    error: reported.error,
    errorAt: now,
  }
}

/** Whether it may be tried: a refused credential is retried at growing intervals. */
export const mayBeTried = ({ state, until }: CredentialRecord, now: number): boolean => {
  if (state === 'paused') return false
  return state === 'working' || state === 'limited' || until === null || now >= until
}
