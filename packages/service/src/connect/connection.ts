// Connected accounts, and who may use them. A connection works for its license alone: knowing its id gives no access.

import { ApiError } from '../errors.ts'
import type { ConnectGrantRecord, ConnectionReason, ConnectionRecord } from '../storage/connection-records.ts'

export type { ConnectionInclude, ConnectionReason, ConnectionState } from '../storage/connection-records.ts'
export type Connection = ConnectionRecord
export type Grant = ConnectGrantRecord

/** What decides whether a scan that names no connection reads through it. */
export type OwnAccount = Pick<
  Connection,
  'id' | 'licenseId' | 'site' | 'platform' | 'accountId' | 'handle' | 'include' | 'state' | 'until' | 'reason'
>

/** Who uses a connection: the license of the request, and its site, if the request names one. */
export type ConnectionUser = { readonly licenseId: string; readonly site: string | undefined }

/** `all`: it may be read. `cached`: it ended, and pages that are cached are still served. `ended`: nothing is served.
 * `unknown`: for this user there is no such connection. */
export type ConnectionUse = 'all' | 'cached' | 'ended' | 'unknown'

/** After these, nothing of the account may be shown any more. */
const TAKEN_BACK: ReadonlySet<ConnectionReason | null> = new Set<ConnectionReason>(['removed_by_owner', 'account_gone'])

export const useOf = (
  connection: Pick<Connection, 'licenseId' | 'site' | 'state' | 'reason'> | undefined,
  { licenseId, site }: ConnectionUser,
): ConnectionUse => {
  if (connection === undefined || connection.licenseId !== licenseId) return 'unknown'
  if (connection.site !== null && connection.site !== site) return 'unknown'
  if (connection.state !== 'ended') return 'all'
  return TAKEN_BACK.has(connection.reason) ? 'ended' : 'cached'
}

/** Whether the user may read the account with the connection's token. */
export const mayUse = (
  connection: Pick<Connection, 'licenseId' | 'site' | 'state' | 'reason'> | undefined,
  user: ConnectionUser,
): boolean => useOf(connection, user) === 'all'

/** Throws `connection_unknown`, the same for a connection of another license, and `connection_ended`. */
export const requireConnection = <Known extends Pick<Connection, 'licenseId' | 'site' | 'state' | 'reason'>>(
  connection: Known | undefined,
  user: ConnectionUser,
): Known => {
  const use = useOf(connection, user)
  if (connection === undefined || use === 'unknown') throw new ApiError('connection_unknown')
  if (use === 'ended') throw connectionEnded(connection)
  return connection
}

export const connectionEnded = ({ reason }: Pick<Connection, 'reason'>): ApiError =>
  new ApiError('connection_ended', { details: { reason: reason ?? 'expired' } })
