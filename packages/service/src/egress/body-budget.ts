// The memory that bodies in flight may hold together, from their first byte until the work that they are for is done. What
// does not fit waits its turn, unread; whoever is first in line may go over the bound, so that the line never stands still.

import { ApiError, isApiError } from '../errors.ts'
import { createTransientMap } from '../runtime/collections/transient-map.ts'

/** One body. */
export type Reading = {
  /** So many bytes more. undefined: they fit; else resolves when they do. Rejects with the signal's reason, or with
   * `unavailable` where that is `link_timeout`: the address was not to blame. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined
  /** What was taken and is held no more. */
  give(bytes: number): void
  /** It is read, and counts until the work is done. */
  keep(): void
  /** It came to nothing. Has no effect once it is kept. */
  drop(): void
}

/** All bodies of one piece of work. */
export type Bodies = {
  read(): Reading
  /** The work is done. A body that is still being read counts until it is. */
  end(): void
}

export type BodyFigures = {
  readonly bytes: number
  /** Bodies that wait at this moment. */
  readonly waiting: number
  /** Those that waited and got room, and those whose time was up before their turn came. */
  readonly admitted: number
  readonly refused: number
}

export type BodyBudget = {
  /** Work for no license is the operator's own, and has a share in the whole alone. */
  open(licenseId: string | undefined): Bodies
  /** The same for as long as a piece of work takes. */
  during<T>(licenseId: string | undefined, work: (bodies: Bodies) => Promise<T>): Promise<T>
  figures(): BodyFigures
}

export type BodyBudgetOptions = {
  readonly maxBytes: number
  /** What one license may hold of it: who lets many servers hang must not fill all of it. */
  readonly maxBytesOfLicense: number
}

type Work = { readonly pots: readonly Pot[]; bytes: number; reading: number; hasEnded: boolean }

/** A bound that bytes count against. */
type Pot = {
  readonly maxBytes: number
  bytes: number
  /** Pieces of work that may take of it. */
  open: number
  /** May go over the bound until its work is done, since it was the first that had to wait. */
  first: Work | undefined
}

type Waiting = { readonly work: Work; readonly bytes: number; readonly proceed: () => void }

export const createBodyBudget = ({ maxBytes, maxBytesOfLicense }: BodyBudgetOptions): BodyBudget => {
  const whole: Pot = { maxBytes, bytes: 0, open: 0, first: undefined }
  const ofLicense = createTransientMap<Pot>()
  const line: Waiting[] = []
  let [admitted, refused] = [0, 0]

  const potOf = (licenseId: string): Pot => {
    const pot = ofLicense.get(licenseId) ?? { maxBytes: maxBytesOfLicense, bytes: 0, open: 0, first: undefined }
    ofLicense.set(licenseId, pot)
    return pot
  }

  const count = (work: Work, bytes: number): void => {
    work.bytes += bytes
    for (const pot of work.pots) pot.bytes += bytes
  }

  /** There is room, or it is first. First of all is first everywhere: two that are each first of something would wait for
   * each other. */
  const admits = (pot: Pot, work: Work, bytes: number): boolean =>
    pot.bytes + bytes <= pot.maxBytes || pot.first === work || whole.first === work

  /** What keeps it waiting: of several the narrowest, and where nobody is first of that, it becomes so and goes on. */
  const obstacleOf = ({ work, bytes }: Waiting, taken: ReadonlySet<Pot>): Pot | undefined =>
    work.pots.find((pot) => {
      if (whole.first !== work && pot.first !== work && taken.has(pot)) return true
      if (admits(pot, work, bytes)) return false
      pot.first ??= work
      return pot.first !== work
    })

  /** Lets go on who can, in their order: behind one that does not fit into a pot nobody else takes of it. */
  const moveUp = (): void => {
    const taken = new Set<Pot>()
    for (const waiting of [...line]) {
      const obstacle = obstacleOf(waiting, taken)
      if (obstacle) {
        taken.add(obstacle)
        continue
      }
      line.splice(line.indexOf(waiting), 1)
      count(waiting.work, waiting.bytes)
      waiting.proceed()
    }
  }

  /** Resolves when its turn has come; undefined where it has at once. */
  const queue = (work: Work, bytes: number, signal: AbortSignal, onTaken: () => void): Promise<void> | undefined => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const proceed = () => {
      onTaken()
      resolve()
    }
    const waiting: Waiting = { work, bytes, proceed }
    line.push(waiting)
    moveUp()
    if (!line.includes(waiting)) return undefined
    const giveUp = () => {
      if (!line.includes(waiting)) return
      line.splice(line.indexOf(waiting), 1)
      const isLate = isApiError(signal.reason, 'link_timeout')
      if (isLate) refused += 1
      reject(isLate ? new ApiError('unavailable', { retryAfterSeconds: 1, cause: signal.reason }) : signal.reason)
      moveUp()
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
    moveUp()
  }

  const close = (work: Work, licenseId: string | undefined): void => {
    if (!work.hasEnded || work.reading > 0) return
    for (const pot of work.pots) {
      pot.open -= 1
      if (pot.first === work) pot.first = undefined
    }
    if (licenseId !== undefined && ofLicense.get(licenseId)?.open === 0) ofLicense.delete(licenseId)
    give(work, work.bytes)
  }

  const open: BodyBudget['open'] = (licenseId) => {
    const pots = licenseId === undefined ? [whole] : [potOf(licenseId), whole]
    const work: Work = { pots, bytes: 0, reading: 0, hasEnded: false }
    for (const pot of pots) pot.open += 1
    return {
      read() {
        let held = 0
        let isOver = false
        work.reading += 1
        const over = (left: number): void => {
          if (isOver) return
          isOver = true
          work.reading -= 1
          give(work, left)
          close(work, licenseId)
        }
        return {
          take: (bytes, signal) =>
            queue(work, bytes, signal, () => {
              held += bytes
            }),
          give(bytes) {
            held -= bytes
            give(work, bytes)
          },
          keep: () => over(0),
          drop: () => over(held),
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
    figures: () => ({ bytes: whole.bytes, waiting: line.length, admitted, refused }),
  }
}
