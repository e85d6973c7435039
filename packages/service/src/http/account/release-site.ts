// Frees the place of a site that will not call again. As often a day as the plan has sites: one license cannot serve more
// sites than it has places by passing them round.

import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import type { Caller } from '../caller.ts'
import type { Parts } from '../parts.ts'

/** A day's releases under a plan without a limit of sites: enough for an agency that moves its customers. */
export const RELEASES_WITHOUT_LIMIT = 100

type ReleaseParts = Pick<Parts, 'sites' | 'allowances'>

/** Does nothing, and counts nothing, where the site has no place. Throws `invalid_request`, `rate_limited`. */
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
    // Two uninstalls at once: the other one was first.
    if (!(error instanceof OperatorError && error.code === 'not_found')) throw error
  })
}
