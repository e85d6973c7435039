import type { Actor } from '../storage/store.ts'
import type { Io } from './io.ts'

/** Who changes something by a command: the user of this machine who gave it. */
export const commandActor = ({ userName }: Io, command: string): Actor => ({
  kind: 'command-line',
  name: userName,
  from: `central-api ${command}`,
  requestId: null,
})
