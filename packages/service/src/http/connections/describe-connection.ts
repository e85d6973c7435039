import type { Static } from 'typebox'
import type { Connection } from '../../connect/connection.ts'
import { lastReadOf, stateOf } from '../../connect/operator-connection.ts'
import { isoTimeOrNull } from '../../runtime/clock/iso-time.ts'
import type { ConnectionDescription } from './schema.ts'

/** Never contains a token. */
export const describeConnection = (connection: Connection, now: number): Static<typeof ConnectionDescription> => {
  const { id, platform, accountId, handle, displayName, url, avatarUrl, label, site, state, until } = connection
  return {
    ...{ id, platform, label, reason: connection.reason },
    state: stateOf(connection, now),
    account: { id: accountId, handle, displayName, url, avatarUrl },
    siteId: site,
    endsAt: isoTimeOrNull(state === 'ending' ? until : null),
    scopes: [...connection.scopes],
    missing: [...connection.missingScopes],
    lastReadAt: isoTimeOrNull(lastReadOf(connection)),
  }
}
