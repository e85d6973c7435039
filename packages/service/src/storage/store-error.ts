// The errors of a store. An outage becomes the API error `unavailable`; callers handle the other kinds themselves.

/** `unavailable`: the store could not be reached or could not write. `conflict`: what should be new exists already.
 * `rejected`: the store works but does not accept the value, so a retry cannot succeed. */
export type StoreErrorKind = 'unavailable' | 'conflict' | 'rejected'

const MESSAGES: Readonly<Record<StoreErrorKind, string>> = {
  unavailable: 'The store is not available',
  conflict: 'The store already contains this',
  rejected: 'The store does not accept a value',
}

export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, cause: unknown) {
    super(MESSAGES[kind], { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** The reason of a failure, in the words of SQLite, PostgreSQL or the system. For the operator only, never part of a
 * response. */
export const reasonOf = (error: unknown): string => {
  // A host name with several IP addresses fails with one error for each, and without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  if (error instanceof StoreError && error.cause !== undefined) return reasonOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}
