import type { Static } from 'typebox'
import type { Connection, ConnectionUser } from '../../connect/connection.ts'
import { stateOf } from '../../connect/operator-connection.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import { isoTimeOrNull } from '../../runtime/clock/iso-time.ts'
import type { Caller } from '../caller.ts'
import type { ConnectionDescription } from './schema.ts'

/** Of an endpoint that takes the site from the token alone. */
export const userOf = ({ license, siteId }: Caller): ConnectionUser => ({
  licenseId: license.id,
  site: siteId === undefined ? undefined : canonicalSite(siteId),
})

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
    lastReadAt: isoTimeOrNull(connection.lastReadAt),
  }
}
