// Easy Digital Downloads, Software Licensing: Downloads → Reports → Export → License Keys. The columns come from the
// class EDD_SL_License_Export of the plugin (includes/admin/classes/class-sl-export-licenses.php). Version 3.6 has all
// of them, and writes the end in seconds since the epoch or as `lifetime`; earlier versions have no ids and write
// dates. Statuses: https://docs.easydigitaldownloads.com/article/1237-software-licensing-status-options

import type { Source } from '../source.ts'

export const edd: Source = {
  id: 'edd',
  name: 'Easy Digital Downloads, Software Licensing',
  columns: {
    externalId: ['license id'],
    key: ['license key'],
    name: ['customer name'],
    email: ['customer email', 'email'],
    status: ['license status'],
    expiresAt: ['expiration date'],
    createdAt: ['purchase date'],
  },
  plan: [['product name', 'price id'], ['product name']],
  // Inactive: not activated on any site yet.
  statuses: { active: 'active', inactive: 'active', expired: 'expired', disabled: 'suspended' },
  // Versions before 3.6 write the epoch for a license without an end.
  never: ['lifetime', '0', '1970-01-01 00:00:00'],
  metadata: { product: ['product name'], priceId: ['price id'], customerId: ['customer id'] },
  ignoredColumns: ['user id', 'activation limit', 'activation count', 'activated urls'],
}
