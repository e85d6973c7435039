// Whether a request may read through the connection that it names: the first of two gates. The second one is where the
// token is taken (upstream/credentials/connected.ts).

import { type ConnectionUser, type OwnAccount, requireConnection } from '../connect/connection.ts'
import { ApiError } from '../errors.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import type { ConnectedAccess, ConnectionReach } from '../upstream/contract/reach.ts'

/** What was found for the connection that a request names. */
export type ThroughConnection = { readonly user: ConnectionUser; readonly found: OwnAccount | undefined }

/** Throws `connection_unknown`, also for a connection on another platform, and `connection_ended`. */
export const connectionThrough = (
  { user, found }: ThroughConnection,
  { id }: Pick<Platform, 'id'>,
): { readonly connection: OwnAccount; readonly access: ConnectedAccess } => {
  const connection = requireConnection(found, user)
  if (connection.platform !== id) throw new ApiError('connection_unknown')
  const { handle, accountId, include } = connection
  const own = { id: accountId, includesPrivate: include.includes('private') }
  return { connection, access: { ...user, reach: connection.id as ConnectionReach, handle, own } }
}

/** Throws as `connectionThrough` does. */
export const accessThrough = (through: ThroughConnection, platform: Pick<Platform, 'id'>): ConnectedAccess =>
  connectionThrough(through, platform).access
