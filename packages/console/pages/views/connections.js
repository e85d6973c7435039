// The connected accounts of all licenses, and what to register at each platform.

/** @import { OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */
/** @import { OperatorConnection } from '../../../service/src/connect/operator-connection.ts' */

import { may, requiresRole } from '../app/roles.js'
import { copyButton } from '../parts/copy-button.js'
import { h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { connectionsTable } from './connections-table.js'

/** @type {import('../app/routes.js').View} */
export const connections = async (visit) => {
  const { api } = visit
  const query = new URLSearchParams()
  /** @type {[{ connections: OperatorConnection[], nextCursor: string | null }, { apps: OperatorConnectApp[] }]} */
  const [first, { apps }] = await Promise.all([api.get('/connections'), api.get('/connect-apps')])
  return {
    title: 'Connected accounts',
    content: [
      pageHead('Connected accounts'),
      h(
        'p',
        { class: 'quiet' },
        'Accounts that are read with the permission of their owners. See ',
        h('a', { href: '../docs/guides/connected-accounts' }, 'how accounts are connected'),
        '.',
      ),
      !may(visit, 'support') && requiresRole('Disconnecting an account', 'support'),
      first.connections.length === 0
        ? emptyState(
            'No connected accounts yet',
            'A license connects an account with POST /api/v1/connect, or on the settings page of the WordPress kit.',
          )
        : connectionsTable(visit, first, { query, hasLicense: true }),
      section('Applications', h('ul', { class: 'list' }, ...apps.map(item))),
    ],
  }
}

/** @param {OperatorConnectApp} app */
const item = ({ name, configured, settings, needs, redirectUri, callbacks, scopes, privateScopes }) => {
  const shown = h('code', { class: 'breakable' }, redirectUri)
  return h(
    'li',
    { class: 'app' },
    h(
      'div',
      {},
      h('strong', {}, name),
      ' ',
      configured ? pill('ready', 'good') : pill('not set up', 'warn'),
      h(
        'p',
        { class: 'quiet breakable' },
        needs !== null
          ? `Needs ${needs}.`
          : settings.length === 0
            ? 'Needs no settings.'
            : `Set with ${settings.join(', ')}.`,
      ),
      settings.length > 0 && h('p', {}, 'Redirect URI to register: ', shown),
      callbacks.map(({ reports, url }) =>
        h('p', {}, 'Callback to register: ', h('code', { class: 'breakable' }, url), ` (${reports})`),
      ),
      settings.length > 0 &&
        h(
          'p',
          { class: 'quiet breakable' },
          `Permissions: ${scopes.join(', ') || 'none'}${privateScopes.length > 0 ? `; for private posts: ${privateScopes.join(', ')}` : ''}`,
        ),
    ),
    settings.length > 0 && copyButton({ label: 'Copy URI', of: name, text: redirectUri, shown }),
  )
}
