// Frees the slot of a site that no longer uses the license. At most as many a day as the plan has sites: a license must
// not serve more sites by releasing them in turn.

import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import type { Caller } from '../caller.ts'
import type { Parts } from '../parts.ts'

/** Releases a day for plans without a site limit: enough for an agency that moves its customers. */
export const RELEASES_WITHOUT_LIMIT = 100

type ReleaseParts = Pick<Parts, 'sites' | 'allowances'>

/** Does and counts nothing for a site that does not count. Throws `invalid_request`, `rate_limited`. */
export const releaseSite = async (
  { sites, allowances }: ReleaseParts,
  { license, plan }: Caller,
  siteId: string,
): Promise<void> => {
  const site = canonicalSite(siteId, 'release')
  const admitted = await sites.list(license.id)
  if (!admitted.some((each) => each.site === site)) return
  await allowances.take(license.id, 'releases', plan.sites ?? RELEASES_WITHOUT_LIMIT)
  await sites.release(license.id, site).catch((error: unknown) => {
    // Another release at the same time was first.
    if (!(error instanceof OperatorError && error.code === 'not_found')) throw error
  })
}
