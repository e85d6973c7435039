// Limits the memory of all bodies in flight, from their first byte until the work that needs them ends. A body that
// does not fit waits in a queue and is not read. The first in the queue may exceed the bound, so the queue never
// stalls.

import { ApiError, isApiError } from '../errors.ts'
import { createTransientMap } from '../runtime/collections/transient-map.ts'

/** The bytes that one body counts. */
export type BodyReservation = {
  /** Counts `bytes` more. Returns undefined if they fit, else a promise that resolves when they do. Rejects with the
   * signal's reason; with `unavailable` instead of `link_timeout`, since the host was not to blame. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined
  /** Releases bytes that are no longer in memory. */
  give(bytes: number): void
  /** The body is complete; it counts until the work ends. */
  keep(): void
  /** The body failed: releases its bytes. Has no effect after `keep`. */
  drop(): void
}

/** All bodies of one piece of work. */
export type Bodies = {
  read(): BodyReservation
  /** The work is done. A body that is still being read counts until it is complete or fails. */
  end(): void
}

export type BodyFigures = {
  readonly bytes: number
  /** Bodies that wait now. */
  readonly waiting: number
  /** Bodies that waited and were admitted, and bodies whose deadline passed while they waited. */
  readonly admitted: number
  readonly refused: number
}

export type BodyBudget = {
  /** Without a license, the work is the operator's own and only the total bound applies. */
  open(licenseId: string | undefined): Bodies
  /** Opens bodies for the duration of `work`. */
  during<T>(licenseId: string | undefined, work: (bodies: Bodies) => Promise<T>): Promise<T>
  figures(): BodyFigures
}

export type BodyBudgetOptions = {
  readonly maxBytes: number
  /** Bound for one license: a client whose hosts never finish must not use all of the memory. */
  readonly maxBytesOfLicense: number
}

type Work = { readonly bounds: readonly Bound[]; bytes: number; reservation: number; hasEnded: boolean }

/** A bound that bytes count against. */
type Bound = {
  readonly maxBytes: number
  bytes: number
  /** Pieces of work that may use it. */
  open: number
  /** May exceed the bound until its work ends, since it was the first that had to wait. */
  first: Work | undefined
}

type Waiting = { readonly work: Work; readonly bytes: number; readonly proceed: () => void }

export const createBodyBudget = ({ maxBytes, maxBytesOfLicense }: BodyBudgetOptions): BodyBudget => {
  const whole: Bound = { maxBytes, bytes: 0, open: 0, first: undefined }
  const ofLicense = createTransientMap<Bound>()
  const queue: Waiting[] = []
  let [admitted, refused] = [0, 0]

  const boundOf = (licenseId: string): Bound => {
    const bound = ofLicense.get(licenseId) ?? { maxBytes: maxBytesOfLicense, bytes: 0, open: 0, first: undefined }
    ofLicense.set(licenseId, bound)
    return bound
  }

  const count = (work: Work, bytes: number): void => {
    work.bytes += bytes
    for (const bound of work.bounds) bound.bytes += bytes
  }

  /** Whether the bytes fit, or the work is the first in the queue. The first of the total is first for its license, too:
   * otherwise two pieces of work, each first for one bound, would wait for each other. */
  const admits = (bound: Bound, work: Work, bytes: number): boolean =>
    bound.bytes + bytes <= bound.maxBytes || bound.first === work || whole.first === work

  /** The bound that the body waits for, the license's before the total. If no work is first for it, this one becomes
   * first and does not wait. */
  const boundInTheWay = ({ work, bytes }: Waiting, taken: ReadonlySet<Bound>): Bound | undefined =>
    work.bounds.find((bound) => {
      if (whole.first !== work && bound.first !== work && taken.has(bound)) return true
      if (admits(bound, work, bytes)) return false
      bound.first ??= work
      return bound.first !== work
    })

  /** Admits waiting bodies in order. Bodies behind one that does not fit into a bound do not use that bound. */
  const admitWaiting = (): void => {
    const taken = new Set<Bound>()
    for (const waiting of [...queue]) {
      const full = boundInTheWay(waiting, taken)
      if (full) {
        taken.add(full)
        continue
      }
      queue.splice(queue.indexOf(waiting), 1)
      count(waiting.work, waiting.bytes)
      waiting.proceed()
    }
  }

  /** Returns undefined if the bytes fit immediately, else resolves when they are admitted. */
  const admit = (work: Work, bytes: number, signal: AbortSignal, onTaken: () => void): Promise<void> | undefined => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const proceed = () => {
      onTaken()
      resolve()
    }
    const waiting: Waiting = { work, bytes, proceed }
    queue.push(waiting)
    admitWaiting()
    if (!queue.includes(waiting)) return undefined
    const giveUp = () => {
      if (!queue.includes(waiting)) return
      queue.splice(queue.indexOf(waiting), 1)
      const isLate = isApiError(signal.reason, 'link_timeout')
      if (isLate) refused += 1
      reject(isLate ? new ApiError('unavailable', { retryAfterSeconds: 1, cause: signal.reason }) : signal.reason)
      admitWaiting()
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    return promise
      .then(() => {
        admitted += 1
      })
      .finally(() => signal.removeEventListener('abort', giveUp))
  }

  const give = (work: Work, bytes: number): void => {
    count(work, -bytes)
    admitWaiting()
  }

  const close = (work: Work, licenseId: string | undefined): void => {
    if (!work.hasEnded || work.reservation > 0) return
    for (const bound of work.bounds) {
      bound.open -= 1
      if (bound.first === work) bound.first = undefined
    }
    if (licenseId !== undefined && ofLicense.get(licenseId)?.open === 0) ofLicense.delete(licenseId)
    give(work, work.bytes)
  }

  const open: BodyBudget['open'] = (licenseId) => {
    const bounds = licenseId === undefined ? [whole] : [boundOf(licenseId), whole]
    const work: Work = { bounds, bytes: 0, reservation: 0, hasEnded: false }
    for (const bound of bounds) bound.open += 1
    return {
      read() {
        let counted = 0
        let isOver = false
        work.reservation += 1
        const over = (left: number): void => {
          if (isOver) return
          isOver = true
          work.reservation -= 1
          give(work, left)
          close(work, licenseId)
        }
        return {
          take: (bytes, signal) =>
            admit(work, bytes, signal, () => {
              counted += bytes
            }),
          give(bytes) {
            counted -= bytes
            give(work, bytes)
          },
          keep: () => over(0),
          drop: () => over(counted),
        }
      },
      end() {
        work.hasEnded = true
        close(work, licenseId)
      },
    }
  }

  return {
    open,
    async during(licenseId, work) {
      const bodies = open(licenseId)
      try {
        return await work(bodies)
      } finally {
        bodies.end()
      }
    },
    figures: () => ({ bytes: whole.bytes, waiting: queue.length, admitted, refused }),
  }
}
