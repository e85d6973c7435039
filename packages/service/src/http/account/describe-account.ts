// What the settings page of a license shows. Never a key, and nothing of other licenses.

import { describeSite, describeTerms } from '../../licensing/licenses/describe-license.ts'
import { imageBytesOf, MEDIA_METER, monthAt, type QuotaStatus } from '../../licensing/usage/quota.ts'
import { describePlatforms } from '../../platforms/describe-platforms.ts'
import { isoTime } from '../../runtime/clock/iso-time.ts'
import { mayScan } from '../../scanning/may-scan.ts'
import type { Caller } from '../caller.ts'
import { userOf } from '../connection-user.ts'
import { describeConnection } from '../connections/describe-connection.ts'
import type { Parts } from '../parts.ts'
import type { AccountData } from './schema.ts'

/** A plan without a site limit may have more than a page can show. */
const MAX_SITES = 1000
const MINUTE_MS = 60_000

const usageOfMonth = ({ isUnlimited, limit, used, endsAt }: QuotaStatus) => ({
  limit: isUnlimited ? null : limit,
  used,
  until: isoTime(endsAt),
})

const usageOfMinute = ({ burst: { limit, used, startsAt } }: QuotaStatus) => ({
  limit,
  used,
  until: isoTime(startsAt + MINUTE_MS),
})

/** What was fetched for a license before its plan changed stays counted. */
const mediaOf = async ({ store, images, now }: AccountParts, { license, plan }: Caller) => {
  const { startsAt, endsAt } = monthAt(now())
  return {
    mode: images === undefined ? 'none' : plan.media,
    limit: imageBytesOf(license, plan),
    used: await store.usage.read(license.id, MEDIA_METER, startsAt),
    until: isoTime(endsAt),
  }
}

type AccountParts = Pick<
  Parts,
  'store' | 'images' | 'meter' | 'sites' | 'registry' | 'connections' | 'isConnectable' | 'now'
>

/** Throws `unavailable`. */
export const describeAccount = async (parts: AccountParts, caller: Caller): Promise<AccountData> => {
  const { meter, sites, registry, connections, isConnectable, now } = parts
  const { license, plan } = caller
  const [scans, validations, admitted, connected, connectionsUsed, media] = await Promise.all([
    meter.read(license, plan, 'scans'),
    meter.read(license, plan, 'validations'),
    sites.list(license.id),
    connections.list(userOf(caller)),
    connections.count(license.id),
    mediaOf(parts, caller),
  ])
  const { createdAt: _, ...described } = describeTerms(license, now())
  return {
    license: described,
    usage: {
      scans: usageOfMonth(scans),
      validations: usageOfMonth(validations),
      burst: usageOfMinute(scans),
      sites: { limit: plan.sites, used: admitted.length },
      connections: { limit: plan.connections, used: connectionsUsed },
      media,
    },
    connections: connected
      .map((each) => describeConnection(each, now()))
      .map(({ id, platform, account, state, endsAt }) => ({
        ...{ id, platform, handle: account.handle, state, endsAt },
      })),
    sites: admitted.slice(0, MAX_SITES).map(describeSite),
    platforms: describePlatforms(registry, isConnectable).filter(
      (platform) => platform.configured && mayScan(platform, caller),
    ),
  }
}
