/** Calls `make` at the first call and returns the same promise from then on. After a rejection the next call tries again. */
export const memoize = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= make().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
