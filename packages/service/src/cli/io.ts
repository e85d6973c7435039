// The parts of the outside world that commands may use. main.ts provides them.

import type { Environment } from '../config/read-config.ts'
import type { Network } from '../engine.ts'

export type Io = {
  readonly environment: Environment
  /** Standard output. */
  out(text: string): void
  /** Standard output for log lines. The service continues if a line cannot be written. */
  log(text: string): void
  /** Resolves when all output of `out` is written; commands with much output await it for backpressure. Rejects once with a
   * FileError if some of it could not be written. */
  written(): Promise<void>
  /** Standard error. */
  err(text: string): void
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Whether standard error is a terminal, where progress lines can be overwritten. */
  readonly isErrTerminal: boolean
  /** The width of the terminal in columns. */
  readonly columns: number
  /** The user of this machine who runs the command. */
  readonly userName: string
  /** The time zone for displayed times, such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly now: () => number
  /** Replaces the network in a simulation. */
  readonly network?: Network
  /** Adds a listener for SIGINT and SIGTERM. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): void
  /** Adds a listener for SIGHUP, which ends the process if there is none. */
  onHangup(listener: () => void): void
  /** Ends the process immediately. */
  exit(code: number): void
}
