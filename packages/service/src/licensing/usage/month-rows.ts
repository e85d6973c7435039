// What licenses or plans used in a month as rows for a table: the same columns wherever it is shown.

import type { LicenseMonth } from './usage-report.ts'

export const MONTH_COLUMNS = {
  license: ['license', 'name', 'plan', 'mode', 'scans', 'validations'],
  plan: ['plan', 'licenses', 'scans', 'validations'],
} as const

/** Nulls where the license was deleted meanwhile. */
export const rowOfLicense = ({ licenseId, license, scans, validations }: LicenseMonth) => ({
  license: licenseId,
  name: license?.name ?? null,
  plan: license?.plan ?? null,
  mode: license?.mode ?? null,
  scans,
  validations,
})

/** The cells of a row, in the order of its columns. */
export const cellsOf = <C extends string, V>(columns: readonly C[], row: Readonly<Record<C, V>>): readonly V[] =>
  columns.map((column) => row[column])
