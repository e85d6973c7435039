// The life of one worker: starting, ready, leaving, ended. It is ready in time and gone in time, or it is killed.

import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { Leave } from './messages.ts'
import type { Ending, StartWorker } from './worker-process.ts'

/** A store may have to be brought up to date. */
const READY_TIMEOUT_MS = 60_000
/** A worker that leaves gives up by itself before that. */
const LEAVE_TIMEOUT_MS = 14_800

export type Member = {
  readonly id: number
  readonly state: () => 'starting' | 'ready' | 'leaving' | 'ended'
  /** Resolves to its address; rejects when it ends before. */
  readonly ready: Promise<string>
  readonly ended: Promise<Ending>
  /** Resolves when it has ended. A worker that is not ready yet has nothing to finish and ends at once. */
  leave(how: Leave): Promise<Ending>
}

export type MemberOptions = {
  readonly startWorker: StartWorker
  readonly setTimer: SetTimer
  /** Its end, and whether it had been ready and was not asked to leave. */
  readonly onEnd: (member: Member, ending: Ending, wasLost: boolean) => void
}

export const startMember = ({ startWorker, setTimer, onEnd }: MemberOptions): Member => {
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<Ending>()
  // Not everybody who starts a worker waits for it.
  ready.promise.catch(() => {})
  let state: ReturnType<Member['state']> = 'starting'
  const worker = startWorker({
    onReady(address) {
      if (state !== 'starting') return
      state = 'ready'
      callOff()
      ready.resolve(address)
    },
    onEnd(ending) {
      if (state === 'ended') return
      const wasLost = state === 'ready'
      state = 'ended'
      callOff()
      ready.reject(new Error(`Worker ${worker.id} ended with ${nameOf(ending)} before it was ready`))
      onEnd(member, ending, wasLost)
      ended.resolve(ending)
    },
  })
  let callOff = setTimer(() => worker.kill(), READY_TIMEOUT_MS)

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
      if (state === 'ready') callOff = setTimer(() => worker.kill(), LEAVE_TIMEOUT_MS)
      state = 'leaving'
      return ended.promise
    },
  }
  return member
}

const FINISHED: Ending = { status: 0, signal: null }

const nameOf = ({ status, signal }: Ending): string => signal ?? `status ${status}`
