// Our own columns: what `central-api export` writes, and what a file made by hand has.

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
  // How the keys end, which is all that an export has of them.
  leftBehind: ['keysEndIn'],
  isDefused: true,
}
