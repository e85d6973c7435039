// The parts that exporting traces and metrics has in common.

import type { OperatorPost } from '../egress/operator-post.ts'
import type { Log } from '../observability/create-log.ts'
import type { Attributes } from './span.ts'

export type TelemetryParts = {
  /** The attributes of the service, named by the semantic conventions. */
  readonly resource: Attributes
  readonly post: OperatorPost['post']
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** Rejects when the signal aborts; does not keep the process alive. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The most time that stopping may take: what is not sent by then is dropped. */
export const STOP_MS = 1_000

/** The resource attributes of this process; the operator's take precedence. `id` must be unique. */
export const resourceOf = (configured: Attributes, version: string, id: string): Attributes => ({
  'service.version': version,
  'service.instance.id': id,
  'telemetry.sdk.name': 'central-api',
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.version': version,
  ...configured,
})
