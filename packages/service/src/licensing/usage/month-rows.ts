// The monthly usage of licenses or plans as table rows, with the same columns everywhere.

import type { LicenseMonth } from './usage-report.ts'

export const MONTH_COLUMNS = {
  license: ['license', 'name', 'plan', 'mode', 'scans', 'validations', 'mediaBytes'],
  plan: ['plan', 'licenses', 'scans', 'validations', 'mediaBytes'],
} as const

/** Null when the license was deleted meanwhile. */
export const rowOfLicense = ({ licenseId, license, scans, validations, mediaBytes }: LicenseMonth) => ({
  license: licenseId,
  name: license?.name ?? null,
  plan: license?.plan ?? null,
  mode: license?.mode ?? null,
  scans,
  validations,
  mediaBytes,
})

/** The cells of a row, in column order. */
export const cellsOf = <C extends string, V>(columns: readonly C[], row: Readonly<Record<C, V>>): readonly V[] =>
  columns.map((column) => row[column])
