// What the primary and its workers tell each other.

import type { MetricsReport } from '../observability/aggregate-reports.ts'

/** Why a worker leaves: the whole service stops, or another worker has taken its place. */
export type LeaveReason = 'stopping' | 'replaced'

/** How a worker leaves: for `waitMs` it still takes requests, and has their connections closed after the answers. */
export type Leave = { readonly reason: LeaveReason; readonly waitMs: number }

export type ToWorker =
  | ({ readonly kind: 'leave' } & Leave)
  /** Tell what you counted. */
  | { readonly kind: 'collect'; readonly collection: number }
  /** The metrics of all workers, which it asked for. */
  | { readonly kind: 'metrics'; readonly scrape: number; readonly text: string }
  /** Its farewell was heard; no connection is handed to it behind this. */
  | { readonly kind: 'bye' }

export type ToPrimary =
  /** It answers requests from now on. */
  | { readonly kind: 'ready'; readonly address: string }
  /** Somebody asked it for the metrics of all. */
  | { readonly kind: 'scrape'; readonly scrape: number }
  | { readonly kind: 'report'; readonly collection: number; readonly report: MetricsReport }
  /** All that it ever counted; it listens no more, and ends when it is let go. */
  | { readonly kind: 'farewell'; readonly report: MetricsReport }
