// A license as the operator sees it, on the command line and in the admin API. Never contains a key, only its last
// characters and its validity.

import { isoTime, isoTimeOrNull } from '../../runtime/clock/iso-time.ts'
import type { KeyRecord, LicenseRecord, LicenseTerms, PlanRecord, SiteRecord, Store } from '../../storage/store.ts'
import { BURST_METER, imageBytesOf, MEDIA_METER, type Meter, monthAt } from '../usage/quota.ts'
import { licenseStatus } from './license.ts'
import { requireLicense } from './require-license.ts'

/** The fields that the license's own clients may read. */
export const describeTerms = (license: LicenseTerms, now: number) => ({
  id: license.id,
  plan: license.plan,
  mode: license.mode,
  status: licenseStatus(license, now),
  name: license.name,
  expiresAt: isoTimeOrNull(license.expiresAt),
  createdAt: isoTime(license.createdAt),
})

export const describeLicense = (license: LicenseRecord, now: number) => ({
  ...describeTerms(license, now),
  externalId: license.externalId,
  email: license.email,
  notes: license.notes,
  metadata: { ...license.metadata },
})

export const describeKey = ({ hint, createdAt, expiresAt }: KeyRecord) => ({
  hint,
  createdAt: isoTime(createdAt),
  expiresAt: isoTimeOrNull(expiresAt),
})

export const describeSite = ({ site, firstSeenAt }: SiteRecord) => ({ site, firstSeenAt: isoTime(firstSeenAt) })

/** The usage of several licenses this month, in one query. The limit is null for test licenses, which are counted and
 * never refused. */
export const describeUsageOf = async (
  { usage }: Pick<Store, 'usage'>,
  licenses: readonly Pick<LicenseRecord, 'id'>[],
  now: number,
) => {
  const { startsAt, endsAt } = monthAt(now)
  const ids = licenses.map(({ id }) => id)
  const windows = await usage.readAll(ids, ['scans', 'validations', MEDIA_METER], startsAt)
  const used = new Map(windows.map((window) => [`${window.meter} ${window.licenseId}`, window.used]))
  return ({ id, mode }: Pick<LicenseRecord, 'id' | 'mode'>, plan: PlanRecord) => {
    const usedOf = (meter: Meter) => ({
      used: used.get(`${meter} ${id}`) ?? 0,
      limit: mode === 'test' ? null : plan[meter],
    })
    return {
      from: isoTime(startsAt),
      until: isoTime(endsAt),
      scans: usedOf('scans'),
      validations: usedOf('validations'),
      media: { used: used.get(`${MEDIA_METER} ${id}`) ?? 0, limit: imageBytesOf({ mode }, plan) },
      [BURST_METER]: { limit: plan.burst },
    } as const
  }
}

/** The same for one license. */
export const describeUsage = async (
  store: Pick<Store, 'usage'>,
  license: Pick<LicenseRecord, 'id' | 'mode'>,
  plan: PlanRecord,
  now: number,
) => (await describeUsageOf(store, [license], now))(license, plan)

/** The license with its keys (newest first), sites and usage this month; throws `not_found`. */
export const describeWholeLicense = async (
  store: Pick<Store, 'licenses' | 'plans' | 'keys' | 'sites' | 'usage'>,
  id: string,
  now: number,
) => {
  const license = await requireLicense(store, id)
  const [plan, keys, sites] = await Promise.all([
    store.plans.find(license.plan),
    store.keys.listOf(id),
    store.sites.listOf(id),
  ])
  if (plan === undefined) throw new Error(`The plan ${license.plan} of license ${id} is not there`)
  return {
    ...describeLicense(license, now),
    keys: keys.map(describeKey),
    siteLimit: plan.sites,
    sites: sites.map(describeSite),
    usage: await describeUsage(store, license, plan, now),
  }
}
