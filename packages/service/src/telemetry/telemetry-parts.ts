// What both signals are sent with.

import type { OperatorPost } from '../egress/operator-post.ts'
import type { Log } from '../observability/create-log.ts'
import type { Attributes } from './span.ts'

export type TelemetryParts = {
  /** Of the service, by the names of the semantic conventions. */
  readonly resource: Attributes
  readonly post: OperatorPost['post']
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** Rejects when the signal says so; keeps no process from ending. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** All that stopping may add to the end of a process: what is not taken by then is dropped. */
export const STOP_MS = 1_000

/** The resource of this process: what the operator says of it goes before what it says itself. `id`: nobody else's. */
export const resourceOf = (said: Attributes, version: string, id: string): Attributes => ({
  'service.version': version,
  'service.instance.id': id,
  'telemetry.sdk.name': 'central-api',
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.version': version,
  ...said,
})
