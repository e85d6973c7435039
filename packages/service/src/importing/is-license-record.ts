// Whether an API record is a license: files also contain error messages and other objects.

import { type Cells, textOf } from './cells.ts'
import type { Source } from './source.ts'

export const isLicenseRecord = (cells: Cells, { columns, flags = {}, plan, recordType }: Source): boolean => {
  const type = textOf(cells, ['type'])
  const deciding = [...(columns.key ?? []), ...(columns.status ?? []), ...plan.flat(), ...Object.keys(flags)]
  return (recordType === undefined || type === '' || type === recordType) && deciding.some((name) => cells.has(name))
}
