// Collects the faults of a record, so that all of them are reported at once.

import { Refused } from './cells.ts'
import type { Rejection } from './refusal.ts'

/** The first fault is the reason; the message names all of them. */
const combine = ([first, ...others]: readonly [Rejection, ...Rejection[]]): Rejection => {
  const messages = new Set([first, ...others].map(({ message }) => message))
  return { reason: first.reason, message: [...messages].join('. ') }
}

export const createFaults = () => {
  const found: Rejection[] = []
  return {
    /** Returns the value, or `otherwise` if it is refused. */
    collect<T>(read: () => T, otherwise: NoInfer<T>): T {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        found.push(error.refusal)
        return otherwise
      }
    },
    /** Throws `Refused` if there is a fault. */
    throwAll(): void {
      const [first, ...others] = found
      if (first !== undefined) throw new Refused(combine([first, ...others]))
    },
  }
}
