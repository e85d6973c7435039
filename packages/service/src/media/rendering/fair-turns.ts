// Whose image is rendered next. Images of one account may be made to take long, and there may be many of them: the
// account that has used the least time comes first, so that they delay its own images and no others.

import { ApiError } from '../../errors.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import { MEDIA_LIMITS, RENDER_LIMITS } from '../limits.ts'

export type FairTurns = {
  /** Throws `unavailable` when too many wait, of all or of this account, and the signal's reason when it aborts before
   * the work has begun. */
  run<T>(account: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export type FairTurnsOptions = {
  /** Works at the same time. */
  readonly places: number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

type Waiting = { readonly account: string; readonly begin: () => void }

const { queue, queueOfOne, accounts, heavyMs, forgivenShare } = RENDER_LIMITS

export const createFairTurns = ({ places, elapsed }: FairTurnsOptions): FairTurns => {
  /** In the order in which they came. */
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  /** What each account has used, which is forgiven little by little. */
  const used = createLru<{ readonly ms: number; readonly at: number }>(accounts)
  let free = places

  const usedBy = (account: string): number => {
    const before = used.get(account)
    return before ? Math.max(0, before.ms - forgivenShare * (elapsed() - before.at)) : 0
  }

  /** One that has used much leaves a place to the others, if there is more than one. */
  const mayBegin = (account: string): boolean =>
    usedBy(account) < heavyMs || (running.get(account) ?? 0) < Math.max(1, places - 1)

  const next = (): Waiting | undefined => {
    let [first, least] = [undefined as Waiting | undefined, Number.POSITIVE_INFINITY]
    for (const each of waiting) {
      const ms = usedBy(each.account)
      if (ms < least && mayBegin(each.account)) [first, least] = [each, ms]
    }
    return first
  }

  const leave = (each: Waiting): void => {
    const at = waiting.indexOf(each)
    if (at !== -1) waiting.splice(at, 1)
  }

  const beginNext = (): void => {
    while (free > 0) {
      const turn = next()
      if (turn === undefined) return
      leave(turn)
      free -= 1
      running.set(turn.account, (running.get(turn.account) ?? 0) + 1)
      turn.begin()
    }
  }

  const end = (account: string, ms: number): void => {
    used.set(account, { ms: usedBy(account) + ms, at: elapsed() })
    const left = (running.get(account) ?? 1) - 1
    if (left > 0) running.set(account, left)
    else running.delete(account)
    free += 1
    beginNext()
  }

  const waitForTurn = async (account: string, signal: AbortSignal): Promise<void> => {
    const ofOne = waiting.filter((each) => each.account === account).length
    const isFull = free === 0 && waiting.length >= queue
    if (isFull || ofOne >= queueOfOne)
      throw new ApiError('unavailable', { retryAfterSeconds: MEDIA_LIMITS.retryAfterSeconds })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn = { account, begin: resolve }
    const giveUp = () => {
      leave(turn)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    waiting.push(turn)
    beginNext()
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    async run(account, work, signal) {
      signal.throwIfAborted()
      await waitForTurn(account, signal)
      const beganAt = elapsed()
      try {
        // Nobody may wait for it any more, although its turn has come.
        signal.throwIfAborted()
        return await work()
      } finally {
        end(account, elapsed() - beganAt)
      }
    },
  }
}
