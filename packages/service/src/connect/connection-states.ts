// The next state of a connection after a response showed something of it. Pure.

import type { ConnectionReport } from '../upstream/credentials/connected.ts'
import type { Connection } from './connection.ts'

/** The next record; the same object if nothing changed. An end is final until the owner connects again. */
export const afterReport = (connection: Connection, report: ConnectionReport, now: number): Connection => {
  if (connection.state === 'ended') return connection
  if (report.is === 'ended') return { ...connection, state: 'ended', reason: report.reason, since: now, until: null }
  // That it ends soon matters more than that it is limited for a while.
  if (connection.state === 'ending') return connection
  if (report.is === 'working')
    return connection.state === 'limited' && (connection.until ?? 0) <= now
      ? { ...connection, state: 'connected', since: now, until: null }
      : connection
  const isKnown = connection.state === 'limited' && (connection.until ?? 0) >= report.until
  return isKnown ? connection : { ...connection, state: 'limited', since: now, until: report.until }
}
