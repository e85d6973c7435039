// Who uses connections in a request.

import type { ConnectionUser } from '../connect/connection.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
import type { Caller } from './caller.ts'

/** A token that has a site speaks for that site alone. `named`: the site in the body, which counts for other tokens. */
export const userOf = ({ license, siteId }: Caller, named?: string): ConnectionUser => {
  const site = siteId ?? named
  return { licenseId: license.id, site: site === undefined ? undefined : canonicalSite(site) }
}
