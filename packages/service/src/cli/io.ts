// What a command may touch of the outside world; main.ts hands it in.

import type { Environment } from '../config/read-config.ts'

export type Io = {
  readonly environment: Environment
  /** Standard output. */
  out(text: string): void
  /** Standard error. */
  err(text: string): void
  /** Whether a person reads the output. */
  readonly isTerminal: boolean
  readonly now: () => number
  /** Calls back for SIGINT and SIGTERM. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): void
  /** Ends the process at once. */
  exit(code: number): void
}
