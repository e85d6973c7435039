/** @import { OperatorConnection } from '../../../service/src/connect/operator-connection.ts' */

import { may, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { connectionsTable } from './connections-table.js'

/**
 * The connected accounts of a license; nothing if it has none.
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} license
 */
export const connectionsOfLicense = async (visit, license) => {
  const query = new URLSearchParams({ license })
  /** @type {{ connections: OperatorConnection[], nextCursor: string | null }} */
  const first = await visit.api.get(`/connections?${query}`)
  if (first.connections.length === 0) return undefined
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': 'connected-accounts' },
    h('h2', { id: 'connected-accounts' }, 'Connected accounts'),
    connectionsTable(visit, first, { query, hasLicense: false }),
    !may(visit, 'support') && requiresRole('Disconnecting an account', 'support'),
  )
}
