import { describeWholeLicense } from '../../licensing/licenses/describe-license.ts'
import { requireExternalId, requireLicense } from '../../licensing/licenses/require-license.ts'
import type { LicenseRecord } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { type Cell, table } from '../output/table.ts'
import { formatCount, fromNow, localDate, localTime } from '../output/times.ts'
import { licenseRows } from './license-view.ts'

type Whole = Awaited<ReturnType<typeof describeWholeLicense>>

export type ShowOptions = { readonly externalId?: string; readonly json?: true }

/** Finds the license by its id or by its external id. */
export const showLicense = (io: Io, id: string | undefined, { externalId, json }: ShowOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    const license = await (id === undefined ? requireExternalId(store, externalId ?? '') : requireLicense(store, id))
    const whole = await describeWholeLicense(store, license.id, io.now())
    if (json) printJson(io, whole)
    else io.out(view(license, whole, io))
  })

const view = (license: LicenseRecord, { keys, sites, siteLimit, usage }: Whole, io: Io): string => {
  const style = styleFor(io)
  const heading = (text: string) => `\n${style.bold(text)}\n`
  const indent = '  '
  const limit = siteLimit === null ? 'of unlimited' : `of ${formatCount(siteLimit)}`
  const noLimit = license.mode === 'test' ? ', counted without a limit' : ''
  return [
    `${style.bold(license.id)}\n`,
    table(licenseRows(license, io, style), { indent }),
    heading('Keys'),
    table(
      keys.map((key) => keyRow(key, io)),
      { indent },
    ),
    heading(`Sites (${sites.length} ${limit})`),
    sites.length === 0
      ? `${indent}none yet\n`
      : table(
          sites.map(({ site, firstSeenAt }) => [
            printable(site),
            `since ${localDate(Date.parse(firstSeenAt), io.timeZone)}`,
          ]),
          { indent },
        ),
    heading(`Usage in ${usage.from.slice(0, 7)} (UTC${noLimit})`),
    table(
      [
        usedRow('scans', usage.scans),
        usedRow('validations', usage.validations),
        usedRow('MB of images', inMegabytes(usage.media)),
      ],
      { indent, right: [1, 3] },
    ),
  ].join('')
}

const keyRow = ({ hint, createdAt, expiresAt }: Whole['keys'][number], { now, timeZone }: Io): readonly Cell[] => {
  const created = `created ${localTime(Date.parse(createdAt), timeZone)}`
  if (expiresAt === null) return [`…${hint}`, created, 'current']
  const end = Date.parse(expiresAt)
  return [
    `…${hint}`,
    created,
    `${end > now() ? 'valid until' : 'expired'} ${localTime(end, timeZone)} (${fromNow(end, now())})`,
  ]
}

const BYTES_OF_MB = 1_000_000

const inMegabytes = ({ used, limit }: Whole['usage']['media']): Whole['usage']['media'] => ({
  used: Math.ceil(used / BYTES_OF_MB),
  limit: limit === null ? null : limit / BYTES_OF_MB,
})

const usedRow = (name: string, { used, limit }: Whole['usage']['scans']): readonly Cell[] =>
  limit === null ? [name, formatCount(used)] : [name, formatCount(used), 'of', formatCount(limit)]
