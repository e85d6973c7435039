// Keygen: the responses of GET /v1/accounts/{account}/licenses (https://keygen.sh/docs/api/licenses/). Times are UTC.
// Keys are kept as they are, also signed ones, up to the length limit.

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
  // Inactive: unused for 90 days; expiring: ends within three days; banned: its user is banned.
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
  ignoredColumns: [
    'type',
    'links',
    ...[
      'uses',
      'scheme',
      'encrypted',
      'strict',
      'floating',
      'concurrent',
      'protected',
      'version',
      'maxMachines',
      'maxProcesses',
      'maxUsers',
      'maxCores',
      'maxMemory',
      'maxDisk',
      'maxUses',
      'requireHeartbeat',
      'requireCheckIn',
      'lastValidated',
      'lastCheckIn',
      'nextCheckIn',
      'lastCheckOut',
      'permissions',
      'updated',
    ].map((name) => `attributes.${name}`),
    ...['account', 'environment', 'group', 'owner', 'user', 'users', 'machines', 'tokens', 'entitlements'].map(
      (name) => `relationships.${name}`,
    ),
    ...['policy', 'product'].flatMap((name) => [`relationships.${name}.links`, `relationships.${name}.data.type`]),
  ],
  records: 'data',
  recordType: 'licenses',
}
