// An operator as shown by the command line and the admin API. Never contains the token, only its last characters and
// its last use.

import { isoTimeOrNull } from '../../runtime/clock/iso-time.ts'
import type { OperatorRecord } from '../../storage/store.ts'

export const describeOperator = ({ id, name, role, hint, createdAt, revokedAt, lastUsedAt }: OperatorRecord) => ({
  id,
  name,
  role,
  tokenHint: hint,
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
  revokedAt: isoTimeOrNull(revokedAt),
})
