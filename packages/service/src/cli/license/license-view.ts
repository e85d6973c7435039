// The terminal output for a license. The JSON output comes from describe-license.ts.

import { type LicenseStatus, licenseStatus } from '../../licensing/licenses/license.ts'
import type { LicenseRecord } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import type { Style } from '../output/style.ts'
import type { Cell } from '../output/table.ts'
import { fromNow, localTime } from '../output/times.ts'

const PAINTS = { active: 'green', suspended: 'yellow', expired: 'yellow', revoked: 'red' } as const satisfies Record<
  LicenseStatus,
  keyof Style
>

export const statusCell = (license: LicenseRecord, now: number, style: Style): Cell => {
  const status = licenseStatus(license, now)
  return { text: status, paint: style[PAINTS[status]] }
}

export const expiryText = ({ expiresAt }: LicenseRecord, { now, timeZone }: Io): string =>
  expiresAt === null ? 'never' : `${localTime(expiresAt, timeZone)} (${fromNow(expiresAt, now())})`

/** A table row for each property of the license. */
export const licenseRows = (license: LicenseRecord, io: Io, style: Style): readonly (readonly Cell[])[] => [
  ['name', license.name === null ? '–' : printable(license.name)],
  ['plan', license.plan],
  ['mode', license.mode === 'test' ? 'test (sandbox only, no quota)' : 'live'],
  ['status', statusCell(license, io.now(), style)],
  ['expires', expiryText(license, io)],
  ['created', localTime(license.createdAt, io.timeZone)],
  ...detailRows(license),
]

/** Only details that are set. */
const detailRows = ({ externalId, email, notes, metadata }: LicenseRecord): readonly (readonly Cell[])[] => [
  ...(externalId === null ? [] : [['external id', printable(externalId)]]),
  ...(email === null ? [] : [['email', printable(email)]]),
  ...(notes === null ? [] : [['notes', printable(notes)]]),
  ...Object.entries(metadata).map(([name, value]) => [printable(name), printable(value)]),
]
