// What a command may touch of the outside world; main.ts hands it in.

import type { Environment } from '../config/read-config.ts'
import type { Network } from '../engine.ts'

export type Io = {
  readonly environment: Environment
  /** Standard output. */
  out(text: string): void
  /** Standard output of a service that goes on where a line of its log cannot be written. */
  log(text: string): void
  /** Resolves when all that was given to `out` is written: whoever writes a lot waits for its reader. Rejects (FileError), once,
   * where some of it could not be. */
  written(): Promise<void>
  /** Standard error. */
  err(text: string): void
  /** Whether a person reads the output. */
  readonly isTerminal: boolean
  /** Whether a person reads standard error: there, what is not final may be written over. */
  readonly isErrTerminal: boolean
  /** Characters in a line of the output. */
  readonly columns: number
  /** Who gives the command, as this machine knows people. */
  readonly userName: string
  /** In which people read times, such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly now: () => number
  /** Where sockets lead, in a simulation. */
  readonly network?: Network
  /** Calls back for SIGINT and SIGTERM. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): void
  /** Calls back for SIGHUP, which ends the process if nobody listens. */
  onHangup(listener: () => void): void
  /** Ends the process at once. */
  exit(code: number): void
}
