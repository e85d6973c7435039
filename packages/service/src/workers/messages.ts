// The messages between the primary and its workers.

import type { MetricsReport } from '../observability/aggregate-reports.ts'

/** Why a worker leaves: the service stops, or another worker has replaced it. */
export type LeaveReason = 'stopping' | 'replaced'

/** How a worker leaves: for `waitMs` it still accepts requests, and closes each connection after its response. */
export type Leave = { readonly reason: LeaveReason; readonly waitMs: number }

export type ToWorker =
  | ({ readonly kind: 'leave' } & Leave)
  /** Requests a report. */
  | { readonly kind: 'collect'; readonly collection: number }
  /** The metrics of all workers, as requested. */
  | { readonly kind: 'metrics'; readonly scrape: number; readonly text: string }
  /** Acknowledges its farewell; it gets no more connections. */
  | { readonly kind: 'bye' }

export type ToPrimary =
  /** It accepts requests from now on. */
  | { readonly kind: 'ready'; readonly url: string }
  /** A client requested the metrics of all workers. */
  | { readonly kind: 'scrape'; readonly scrape: number }
  | { readonly kind: 'report'; readonly collection: number; readonly report: MetricsReport }
  /** Its final report. It no longer listens, and ends when it gets `bye`. */
  | { readonly kind: 'farewell'; readonly report: MetricsReport }
