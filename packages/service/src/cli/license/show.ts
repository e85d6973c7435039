import { BURST_METER, emptyStanding, type Meter } from '../../licensing/quota.ts'
import type { KeyRecord, LicenseRecord, PlanRecord, SiteRecord, Store } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { type Cell, table } from '../output/table.ts'
import { fromNow, grouped, isoTime, isoTimeOrNull, localDate, localTime } from '../output/times.ts'
import { licenseJson, licenseRows, requireLicense } from './license-view.ts'

type Used = { readonly used: number; readonly limit: number | null }
type Usage = { readonly startsAt: number; readonly endsAt: number; readonly scans: Used; readonly validations: Used }
type Whole = {
  readonly license: LicenseRecord
  readonly plan: PlanRecord
  readonly keys: readonly KeyRecord[]
  readonly sites: readonly SiteRecord[]
  readonly usage: Usage
}

export const showLicense = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withCore(io, async ({ store }) => {
    const whole = await read(store, id, io.now())
    if (json) printJson(io, toJson(whole, io.now()))
    else io.out(view(whole, io))
  })

const read = async (store: Store, id: string, now: number): Promise<Whole> => {
  const license = await requireLicense(store, id)
  const plan = await store.plans.find(license.plan)
  if (plan === undefined) throw new Error(`The plan ${license.plan} of license ${id} is not there`)
  const month = (meter: Meter) => emptyStanding(license, plan, meter, now)
  const usedOf = async (meter: Meter): Promise<Used> => {
    const { startsAt, limit, endless } = month(meter)
    return { used: await store.usage.read(id, meter, startsAt), limit: endless ? null : limit }
  }
  const { startsAt, endsAt } = month('scans')
  return {
    license,
    plan,
    keys: await store.keys.listOf(id),
    sites: await store.sites.listOf(id),
    usage: { startsAt, endsAt, scans: await usedOf('scans'), validations: await usedOf('validations') },
  }
}

const toJson = ({ license, plan, keys, sites, usage }: Whole, now: number) => ({
  ...licenseJson(license, now),
  keys: keys.map(({ hint, createdAt, expiresAt }) => ({
    hint,
    createdAt: isoTime(createdAt),
    expiresAt: isoTimeOrNull(expiresAt),
  })),
  siteLimit: plan.sites,
  sites: sites.map(({ site, firstSeenAt }) => ({ site, firstSeenAt: isoTime(firstSeenAt) })),
  usage: {
    from: isoTime(usage.startsAt),
    until: isoTime(usage.endsAt),
    scans: usage.scans,
    validations: usage.validations,
    [BURST_METER]: { limit: plan.burst },
  },
})

const view = (whole: Whole, io: Io): string => {
  const { license, plan, keys, sites, usage } = whole
  const style = styleFor(io)
  const heading = (text: string) => `\n${style.bold(text)}\n`
  const indent = '  '
  const room = plan.sites === null ? 'any number' : `${sites.length} of ${grouped(plan.sites)}`
  const month = usage.scans.limit === null ? 'counted, never refused' : 'of the plan’s'
  return [
    `${style.bold(license.id)}\n`,
    table(licenseRows(license, io, style), { indent }),
    heading('Keys'),
    table(
      keys.map((key) => keyRow(key, io)),
      { indent },
    ),
    heading(`Sites (${room})`),
    sites.length === 0
      ? `${indent}none yet\n`
      : table(
          sites.map(({ site, firstSeenAt }) => [printable(site), `since ${localDate(firstSeenAt, io.timeZone)}`]),
          { indent },
        ),
    heading(`Used in ${isoTime(usage.startsAt).slice(0, 7)} (UTC; ${month})`),
    table([usedRow('scans', usage.scans), usedRow('validations', usage.validations)], { indent, right: [1, 3] }),
  ].join('')
}

const keyRow = ({ hint, createdAt, expiresAt }: KeyRecord, { now, timeZone }: Io): readonly Cell[] => {
  const made = `made ${localTime(createdAt, timeZone)}`
  if (expiresAt === null) return [`…${hint}`, 'works', made]
  const end = `${localTime(expiresAt, timeZone)} (${fromNow(expiresAt, now())})`
  return [`…${hint}`, `${expiresAt > now() ? 'works until' : 'stopped'} ${end}`, made]
}

const usedRow = (name: string, { used, limit }: Used): readonly Cell[] =>
  limit === null ? [name, grouped(used)] : [name, grouped(used), 'of', grouped(limit)]
