// The connected accounts of all licenses, and what to register at each platform.

/** @import { AddedApp, OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */
/** @import { OperatorConnection } from '../../../service/src/connect/operator-connection.ts' */

import { may, requiresRole } from '../app/roles.js'
import { copyButton } from '../parts/copy-button.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { addApp, removeApp } from './change-connect-apps.js'
import { connectionsTable } from './connections-table.js'

/** @type {import('../app/routes.js').View} */
export const connections = async (visit) => {
  const { api } = visit
  const mayChange = may(visit, 'admin')
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
      section(
        'Applications',
        mayChange
          ? h(
              'div',
              { class: 'actions' },
              h('button', { type: 'button', onclick: () => addApp(visit, apps) }, 'Add application'),
            )
          : requiresRole('Adding or removing applications', 'admin'),
        h('ul', { class: 'list' }, ...apps.map((app) => item(visit, app))),
      ),
    ],
  }
}

/** @type {Readonly<Record<AddedApp['state'], 'good' | 'warn' | 'plain'>>} */
const TONES = { live: 'good', review: 'warn', paused: 'plain' }

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {AddedApp} app
 */
const addedApp = (visit, app) => {
  const { clientId, label, state, createdAt } = app
  return h(
    'p',
    { class: 'added-app' },
    h('span', { class: 'breakable' }, label ?? clientId),
    pill(state, TONES[state]),
    label !== null && h('code', { class: 'quiet breakable' }, clientId),
    h('span', { class: 'quiet' }, `added ${day(createdAt)}`),
    may(visit, 'admin') &&
      h(
        'button',
        { type: 'button', 'aria-label': `Remove ${label ?? clientId}`, onclick: () => removeApp(visit, app) },
        'Remove',
      ),
  )
}

/** @param {OperatorConnectApp} app */
const originOf = ({ needs, settings, added }) => {
  if (needs !== null) return `Needs ${needs}.`
  if (settings.length === 0) return 'Needs no settings.'
  return added.some(({ state }) => state === 'live') ? '' : `Set with ${settings.join(', ')}.`
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorConnectApp} app
 */
const item = (visit, app) => {
  const { name, configured, settings, redirectUri, callbacks, scopes, privateScopes, added } = app
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
      h('p', { class: 'quiet breakable' }, originOf(app)),
      added.map((each) => addedApp(visit, each)),
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
