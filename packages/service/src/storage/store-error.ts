// How a store says no. Everything above answers `unavailable` to an outage, and knows what to do about the others.

/**
 * `unavailable`: the store could not be reached, or could not write; `conflict`: what should be new is there already;
 * `rejected`: the store is well and does not accept the value, so that the same request never succeeds.
 */
export type StoreErrorKind = 'unavailable' | 'conflict' | 'rejected'

const MESSAGES: Readonly<Record<StoreErrorKind, string>> = {
  unavailable: 'The store is not available',
  conflict: 'The store has this already',
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

/** Why a store said no, in the words of SQLite, PostgreSQL or the system. For the operator: never part of a response. */
export const reasonOf = (error: unknown): string => {
  // A name with several addresses fails with one error for each, and no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  if (error instanceof StoreError && error.cause !== undefined) return reasonOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}
