// Our own format: what `central-api export` writes, and what people write by hand.

import type { Source } from '../source.ts'

export const csv: Source = {
  id: 'csv',
  name: 'CSV with the columns of Central API',
  columns: {
    id: ['id'],
    externalId: ['externalid'],
    key: ['key'],
    mode: ['mode'],
    name: ['name'],
    email: ['email'],
    notes: ['notes'],
    status: ['status'],
    expiresAt: ['expiresat'],
    createdAt: ['createdat'],
  },
  plan: [['plan']],
  statuses: { active: 'active', suspended: 'suspended', revoked: 'revoked', expired: 'expired' },
  isActiveWithoutWord: true,
  never: ['never'],
  metadata: {},
  metadataJson: 'metadata',
  metadataPrefix: 'metadata.',
  // The last characters of keys; an export contains no keys.
  ignoredColumns: ['keysEndIn'],
  isFormulaEscaped: true,
}
