// An operator as others read it, on the command line and over the admin API alike. Never holds a token: of one there is its
// end, and when it was used.

import type { OperatorRecord } from '../../storage/store.ts'

const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

export const describeOperator = ({ id, name, role, hint, createdAt, revokedAt, lastUsedAt }: OperatorRecord) => ({
  id,
  name,
  role,
  tokenHint: hint,
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
  revokedAt: isoTimeOrNull(revokedAt),
})
