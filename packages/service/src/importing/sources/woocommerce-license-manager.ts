// License Manager for WooCommerce: License Manager → Licenses → Export (CSV), with the columns chosen under Settings →
// Tools, and the responses of GET /wp-json/lmfwc/v2/licenses. Both come from the source of the plugin
// (includes/…/Export.php, includes/api/v2/Licenses.php, includes/enums/LicenseStatus.php). The CSV contains the status
// as a word, the API as a number.

import type { Source } from '../source.ts'

export const woocommerceLicenseManager: Source = {
  id: 'woocommerce-license-manager',
  name: 'License Manager for WooCommerce',
  columns: {
    externalId: ['id'],
    key: ['license_key', 'licensekey'],
    name: ['user_name'],
    email: ['user_email'],
    status: ['status'],
    expiresAt: ['expires_at', 'expiresat'],
    createdAt: ['created_at', 'createdat'],
  },
  plan: [['product_id'], ['productid'], ['product_name']],
  statuses: {
    sold: 'active',
    delivered: 'active',
    active: 'active',
    inactive: 'suspended',
    1: 'active',
    2: 'active',
    3: 'active',
    4: 'suspended',
  },
  never: ['0000-00-00 00:00:00'],
  metadata: {
    product: ['product_name'],
    productId: ['product_id', 'productid'],
    orderId: ['order_id', 'orderid', 'order_num'],
    userId: ['user_id', 'userid'],
  },
  ignoredColumns: [
    'hash',
    'source',
    'valid_for',
    'times_activated',
    'times_activated_max',
    'created_by',
    'updated_at',
    'updated_by',
  ],
  records: 'data',
}
