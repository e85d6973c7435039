// How a store says no. Everything above answers `unavailable` to the one and knows what to do about the other.

/** `unavailable`: the store could not be asked, or could not keep what it was told; `conflict`: what should be new is there already. */
export type StoreErrorKind = 'unavailable' | 'conflict'

export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, cause: unknown) {
    super(kind === 'conflict' ? 'The store has this already' : 'The store cannot be reached', { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}
