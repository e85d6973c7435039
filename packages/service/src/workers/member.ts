// The life cycle of a worker: starting, ready, leaving, ended. A worker that is not ready or gone in time is killed.

import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Leave } from './messages.ts'
import type { Ending, StartWorker } from './worker-process.ts'

/** A store may have to be migrated. */
const READY_TIMEOUT_MS = 60_000
/** A leaving worker gives up by itself earlier. */
const LEAVE_TIMEOUT_MS = 14_800

export type Member = {
  readonly id: number
  readonly state: () => 'starting' | 'ready' | 'leaving' | 'ended'
  /** Resolves to its URL; rejects when it ends first. */
  readonly ready: Promise<string>
  readonly ended: Promise<Ending>
  /** Resolves when it has ended. A worker that is not ready yet has nothing to finish and is killed. */
  leave(how: Leave): Promise<Ending>
}

export type MemberOptions = {
  readonly startWorker: StartWorker
  readonly setTimer: SetTimer
  /** Called at its end; `wasLost`: it was ready and was not asked to leave. */
  readonly onEnd: (member: Member, ending: Ending, wasLost: boolean) => void
}

export const startMember = ({ startWorker, setTimer, onEnd }: MemberOptions): Member => {
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<Ending>()
  // Not every caller awaits `ready`.
  ready.promise.catch(() => {})
  let state: ReturnType<Member['state']> = 'starting'
  const worker = startWorker({
    onReady(url) {
      if (state !== 'starting') return
      state = 'ready'
      cancelTimer()
      ready.resolve(url)
    },
    onEnd(ending) {
      if (state === 'ended') return
      const wasLost = state === 'ready'
      state = 'ended'
      cancelTimer()
      ready.reject(new Error(`Worker ${worker.id} ended with ${nameOf(ending)} before it was ready`))
      onEnd(member, ending, wasLost)
      ended.resolve(ending)
    },
  })
  let cancelTimer = setTimer(() => worker.kill(), READY_TIMEOUT_MS)

  const member: Member = {
    id: worker.id,
    state: () => state,
    ready: ready.promise,
    ended: ended.promise,
    leave(how) {
      if (state === 'starting') {
        worker.kill()
        return ended.promise.then(() => FINISHED)
      }
      if (state === 'ended') return ended.promise
      worker.leave(how)
      if (state === 'ready') cancelTimer = setTimer(() => worker.kill(), LEAVE_TIMEOUT_MS)
      state = 'leaving'
      return ended.promise
    },
  }
  return member
}

const FINISHED: Ending = { status: 0, signal: null }

const nameOf = ({ status, signal }: Ending): string => signal ?? `status ${status}`
