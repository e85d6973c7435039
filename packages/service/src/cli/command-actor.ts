import type { Actor } from '../storage/store.ts'
import type { Io } from './io.ts'

/** The actor of a change by a command: the user of this machine who ran it. */
export const commandActor = ({ userName }: Io, command: string): Actor => ({
  kind: 'command-line',
  name: userName,
  from: `central-api ${command}`,
  requestId: null,
})
