// Freemius: the responses of GET /products/{product_id}/licenses.json (https://freemius.com/help/api/licenses/list),
// with the fields of a license in its WordPress SDK (includes/entities/class-fs-plugin-license.php). Times are UTC. The
// CSV export is not documented; a file with the API's field names as columns is accepted.

import type { Source } from '../source.ts'

export const freemius: Source = {
  id: 'freemius',
  name: 'Freemius',
  columns: {
    externalId: ['id'],
    key: ['secret_key'],
    email: ['user_email', 'email'],
    expiresAt: ['expiration'],
    createdAt: ['created'],
  },
  plan: [['plan_id', 'pricing_id'], ['plan_id']],
  statuses: {},
  flags: { is_cancelled: 'suspended' },
  // 0: production, 1: sandbox.
  isTest: ['environment'],
  never: ['0000-00-00 00:00:00'],
  metadata: { productId: ['plugin_id'], planId: ['plan_id'], pricingId: ['pricing_id'], userId: ['user_id'] },
  ignoredColumns: [
    'subscription_id',
    'parent_license_id',
    'parent_plan_name',
    'parent_plan_title',
    'plan_name',
    'plan_title',
    'prefix',
    'quota',
    'activated',
    'activated_local',
    'is_free_localhost',
    'is_block_features',
    'is_whitelabeled',
    'source',
    'updated',
  ],
  records: 'licenses',
}
