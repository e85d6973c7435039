// Time limits for a graceful stop, from the signal on.

/** After this time the process exits. Process managers often kill it at about this time. */
export const STOP_TIMEOUT_MS = 14_500
/** Requests in flight are aborted after this time. */
export const GRACE_MS = 13_000

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** How long to accept new requests, so that load balancers see the failing /readyz. Ctrl-C in a terminal needs no such time. */
export const drainMsOf = (signal: StopSignal, drainSeconds: number): number =>
  signal === 'SIGINT' ? 0 : drainSeconds * 1000
