// What is known of an object, for as long as the object is there: as a WeakMap holds it, but on the object itself. To a collection
// of young garbage whatever an old WeakMap leads to is alive, a value and the key that it leads back to among them, so that
// what comes and goes with every request would stay until the whole heap is collected.

export type Attached<Owner extends object, Value> = {
  get(owner: Owner): Value | undefined
  set(owner: Owner, value: Value): void
}

/** Owners must be extensible. A copy of one (`{ ...owner }`) comes without it. */
export const createAttached = <Owner extends object, Value>(): Attached<Owner, Value> => {
  const place = Symbol()
  return {
    get: (owner) => (owner as { readonly [place]?: Value })[place],
    set(owner, value) {
      Object.defineProperty(owner, place, { value, configurable: true })
    },
  }
}
