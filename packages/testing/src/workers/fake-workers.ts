// Fake workers that only do what a test says, and a manual clock.

import type { SetTimer } from '@central-api/service/runtime/clock/set-timer.ts'
import type { Leave } from '@central-api/service/workers/messages.ts'
import type { StartWorker, WorkerEvents } from '@central-api/service/workers/worker-process.ts'

export type FakeWorker = {
  readonly id: number
  ready(): void
  end(status: number | null, signal?: string | null): void
  /** The messages that it received, in order. */
  readonly received: (Leave | 'kill')[]
}

export type FakeWorkers = {
  /** All workers ever started. */
  readonly all: FakeWorker[]
  /** The workers that have not ended. */
  readonly alive: Set<FakeWorker>
  readonly startWorker: StartWorker
  /** The last worker, once this number has been started. */
  started(count: number): Promise<FakeWorker>
}

/** With `obeys` a worker ends immediately when it is asked to leave or killed; a worker is never ready by itself. */
export const createFakeWorkers = ({ obeys = true }: { readonly obeys?: boolean } = {}): FakeWorkers => {
  const all: FakeWorker[] = []
  const alive = new Set<FakeWorker>()
  const make = (id: number, events: WorkerEvents): FakeWorker => {
    const worker: FakeWorker = {
      id,
      received: [],
      ready: () => events.onReady('http://127.0.0.1:8080'),
      end(status, signal = null) {
        alive.delete(worker)
        events.onEnd({ status, signal })
      },
    }
    return worker
  }
  return {
    all,
    alive,
    startWorker(events) {
      const worker = make(all.length + 1, events)
      all.push(worker)
      alive.add(worker)
      return {
        id: worker.id,
        leave(how) {
          worker.received.push(how)
          if (obeys) queueMicrotask(() => worker.end(0))
        },
        kill() {
          worker.received.push('kill')
          queueMicrotask(() => worker.end(null, 'SIGKILL'))
        },
      }
    },
    async started(count) {
      await until(() => all.length >= count)
      const worker = all[count - 1]
      if (!worker) throw new Error('It was not started')
      return worker
    },
  }
}

export type FakeTime = {
  readonly now: () => number
  readonly setTimer: SetTimer
  /** Calls what is due until then, in order. */
  pass(ms: number): Promise<void>
}

export const createFakeTime = (): FakeTime => {
  let at = 0
  const due = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => at,
    setTimer(callback, delayMs) {
      const timer = { at: at + delayMs, callback }
      due.add(timer)
      return () => due.delete(timer)
    },
    async pass(ms) {
      await turns()
      const end = at + ms
      for (;;) {
        const [next] = [...due].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        at = next.at
        next.callback()
        await turns()
      }
      at = end
      await turns()
    },
  }
}

const MAX_TURNS = 50

/** Lets pending promises continue. */
export const turns = async (count = MAX_TURNS): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await undefined
}

const until = async (isSo: () => boolean): Promise<void> => {
  for (let turn = 0; turn < MAX_TURNS && !isSo(); turn += 1) await undefined
}
