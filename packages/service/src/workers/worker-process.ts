// A worker as its supervisor sees it: it starts, becomes ready, is asked to leave, and ends.

import type { Leave } from './messages.ts'

export type Ending = { readonly status: number | null; readonly signal: string | null }

export type WorkerProcess = {
  /** Never reused. */
  readonly id: number
  leave(how: Leave): void
  /** Kills it immediately. */
  kill(): void
}

export type WorkerEvents = {
  onReady(url: string): void
  /** The last event of a worker. */
  onEnd(ending: Ending): void
}

/** Calls no event before it returns. */
export type StartWorker = (events: WorkerEvents) => WorkerProcess
