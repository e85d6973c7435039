// How long stopping may take, from the signal on.

/** Whoever waits longer for the service to stop has given up. */
export const STOP_TIMEOUT_MS = 14_500
/** Requests that are under way for longer are cut off. */
export const GRACE_MS = 13_000

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** For how long new requests are still taken. A terminal's Ctrl-C has no balancer in front that must see /readyz first. */
export const drainMsOf = (signal: StopSignal, drainSeconds: number): number =>
  signal === 'SIGINT' ? 0 : drainSeconds * 1000
