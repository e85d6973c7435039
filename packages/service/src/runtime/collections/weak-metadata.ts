// Metadata of an object, stored on the object itself. V8's minor collections (https://v8.dev/blog/trash-talk) keep the values of a
// WeakMap alive: a podcast's feed would cost a third more CPU time.

export type WeakMetadata<Owner extends object, Value> = {
  get(owner: Owner): Value | undefined
  set(owner: Owner, value: Value): void
}

/** Owners must be extensible. A copy of an owner (`{ ...owner }`) has no metadata. */
export const createWeakMetadata = <Owner extends object, Value>(): WeakMetadata<Owner, Value> => {
  const key = Symbol()
  return {
    get: (owner) => (owner as { readonly [key]?: Value })[key],
    set(owner, value) {
      Object.defineProperty(owner, key, { value, configurable: true })
    },
  }
}
