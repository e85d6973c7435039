// Lemon Squeezy: the responses of GET /v1/license-keys (https://docs.lemonsqueezy.com/api/license-keys). Times are UTC.
// Data that is not in the license key object, such as the variant, is not imported. The CSV export is not documented; a
// file with the attribute names as columns is accepted.

import type { Source } from '../source.ts'

export const lemonSqueezy: Source = {
  id: 'lemon-squeezy',
  name: 'Lemon Squeezy',
  columns: {
    externalId: ['id'],
    key: ['attributes.key', 'key'],
    name: ['attributes.user_name', 'user_name'],
    email: ['attributes.user_email', 'user_email'],
    status: ['attributes.status', 'status'],
    expiresAt: ['attributes.expires_at', 'expires_at'],
    createdAt: ['attributes.created_at', 'created_at'],
  },
  plan: [['attributes.product_id'], ['product_id']],
  // Inactive: not activated yet.
  statuses: { inactive: 'active', active: 'active', expired: 'expired', disabled: 'suspended' },
  flags: { 'attributes.disabled': 'suspended', disabled: 'suspended' },
  isTest: ['attributes.test_mode', 'test_mode'],
  never: [],
  metadata: {
    productId: ['attributes.product_id', 'product_id'],
    orderId: ['attributes.order_id', 'order_id'],
    customerId: ['attributes.customer_id', 'customer_id'],
  },
  ignoredColumns: [
    'store_id',
    'order_item_id',
    'key_short',
    'activation_limit',
    'instances_count',
    'activation_usage',
    'status_formatted',
    'updated_at',
    'type',
  ]
    .flatMap((name) => [name, `attributes.${name}`])
    .concat('relationships', 'links'),
  records: 'data',
  recordType: 'license-keys',
}
