// Who uses connections in a request.

import type { ConnectionUser } from '../connect/connection.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
import type { Caller } from './caller.ts'

/** `named`: the site in the body. It counts for tokens without a site; a token of another site than that uses the
 * connections of neither, only those of every site. */
export const userOf = ({ license, siteId }: Caller, named?: string): ConnectionUser => {
  const [site, ...others] = new Set(
    [siteId, named].flatMap((each) => (each === undefined ? [] : [canonicalSite(each)])),
  )
  return { licenseId: license.id, site: others.length === 0 ? site : undefined }
}
