// The connected accounts of all licenses, and what to register at each platform.

/** @import { AddedApp, OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */
/** @import { OperatorConnection } from '../../../service/src/connect/operator-connection.ts' */

import { RequestError } from '../app/api.js'
import { may, requiresRole } from '../app/roles.js'
import { copyButton } from '../parts/copy-button.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { asQueryError, emptyState, problemText } from '../parts/problem.js'
import { section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { addApp, removeApp } from './change-connect-apps.js'
import { connectionFilter } from './connection-filter.js'
import { connectionsTable } from './connections-table.js'

/** @typedef {{ connections: OperatorConnection[], nextCursor: string | null }} Found */

/** @type {import('../app/routes.js').View} */
export const connections = async (visit) => {
  const { api, query } = visit
  const mayChange = may(visit, 'admin')
  /** @type {[Found | RequestError, { apps: OperatorConnectApp[] }]} */
  const [first, { apps }] = await Promise.all([
    api.get(`/connections?${query}`).catch(asQueryError),
    api.get('/connect-apps'),
  ])
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
      ...accounts(visit, first, apps),
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

/**
 * The filter with what it found, or what to do without any account.
 * @param {import('../app/routes.js').Visit} visit
 * @param {Found | RequestError} first
 * @param {readonly OperatorConnectApp[]} apps
 */
const accounts = (visit, first, apps) => {
  const { query, go } = visit
  if (first instanceof RequestError) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return [connectionFilter({ query, apps, go, queryError: first }), problem]
  }
  const isEmpty = first.connections.length === 0
  if (isEmpty && query.size === 0) return [noAccount()]
  return [
    connectionFilter({ query, apps, go, queryError: undefined }),
    isEmpty ? noMatch(query) : connectionsTable(visit, first, { query, hasLicense: true }),
  ]
}

const noAccount = () =>
  emptyState(
    'No connected accounts yet',
    'A license connects an account with POST /api/v1/connect, or on the settings page of the WordPress kit.',
  )

/** @param {URLSearchParams} query */
const noMatch = (query) =>
  emptyState(
    'No connected account matches the filters',
    query.has('license')
      ? 'An account must match all filters. A license is found by its whole ID only.'
      : 'An account must match all filters. Change a filter or show all accounts.',
    h('a', { class: 'button', href: '#/connections' }, 'Show all'),
  )

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
