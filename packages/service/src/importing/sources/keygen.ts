// Keygen: the answers of GET /v1/accounts/{account}/licenses (https://keygen.sh/docs/api/licenses/). Times are UTC. Keys are
// taken as they are, signed ones too, as far as they fit.

import type { Source } from '../source.ts'

export const keygen: Source = {
  id: 'keygen',
  name: 'Keygen',
  columns: {
    externalId: ['id'],
    key: ['attributes.key'],
    name: ['attributes.name'],
    email: ['attributes.metadata.email'],
    status: ['attributes.status'],
    expiresAt: ['attributes.expiry'],
    createdAt: ['attributes.created'],
  },
  plan: [['relationships.policy.data.id']],
  // Inactive: not used for 90 days; expiring: ends within three days; banned: its user is.
  statuses: {
    active: 'active',
    inactive: 'active',
    expiring: 'active',
    expired: 'expired',
    suspended: 'suspended',
    banned: 'suspended',
  },
  flags: { 'attributes.suspended': 'suspended' },
  never: [],
  metadata: { policyId: ['relationships.policy.data.id'], productId: ['relationships.product.data.id'] },
  metadataPrefix: 'attributes.metadata.',
  records: 'data',
  recordType: 'licenses',
}
