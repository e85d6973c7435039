// A worker as its supervisor sees it: something that starts, says that it is ready, is told to leave, and ends.

import type { Leave } from './messages.ts'

export type Ending = { readonly status: number | null; readonly signal: string | null }

export type WorkerProcess = {
  /** Never given twice. */
  readonly id: number
  leave(how: Leave): void
  /** Ends it at once, whatever it is doing. */
  kill(): void
}

export type WorkerEvents = {
  onReady(address: string): void
  /** The last that is heard of it. */
  onEnd(ending: Ending): void
}

/** Calls none of the events before it has returned. */
export type StartWorker = (events: WorkerEvents) => WorkerProcess
