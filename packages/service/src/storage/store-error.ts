// How a store says no. Everything above answers `unavailable` to the one and knows what to do about the other.

/** `unavailable`: the store could not be asked, or could not keep what it was told; `conflict`: what should be new is there already. */
export type StoreErrorKind = 'unavailable' | 'conflict'

export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, cause: unknown) {
    super(kind === 'conflict' ? 'The store has this already' : 'The store is not available', { cause })
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
