/** Calls `make` for the first who asks, and gives all others the same. What could not be made is tried anew the next time. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let making: Promise<T> | undefined
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
}
