// A table of connected accounts, on their own page and on the page of their license.

/** @import { OperatorConnection } from '../../../service/src/connect/operator-connection.ts' */

import { may } from '../app/roles.js'
import { copyableId } from '../parts/copy-id.js'
import { actionColumn, dataTable } from '../parts/data-table.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { pill } from '../parts/status.js'

/** @type {Readonly<Record<OperatorConnection['state'], 'good' | 'warn' | 'bad'>>} */
const TONES = { connected: 'good', limited: 'warn', ending: 'warn', ended: 'bad' }

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  expired: 'expired',
  removed_by_owner: 'taken back by the owner',
  password_changed: 'password changed',
  checkpoint: 'the platform wants the owner to confirm',
  role_lost: 'role lost',
  scope_missing: 'permission missing',
  account_gone: 'account deleted',
  app_closed: 'application closed',
}

/** @param {OperatorConnection} connection */
const stateCell = ({ state, reason, endsAt }) => {
  const about = [
    endsAt !== null && `on ${day(endsAt)}`,
    reason !== null && state === 'ended' && (REASONS[reason] ?? reason),
  ].filter(Boolean)
  const why = about.length > 0 && h('span', { class: 'quiet line' }, about.join(', '))
  return h('div', {}, pill(state, TONES[state]), why)
}

/** The handle, unless that is a number, such as the one of a Facebook Page. @param {OperatorConnection} connection */
const nameOf = ({ handle, displayName }) => (/^\d+$/.test(handle) ? (displayName ?? handle) : handle)

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorConnection} connection
 */
const disconnectButton = ({ api, reload }, connection) => {
  const { id } = connection
  const name = nameOf(connection)
  const disconnect = async () => {
    const isSure = await confirmed({
      title: `Disconnect ${name}?`,
      text: 'This deletes the token and everything that was read with it. Where the platform lets the service revoke the token, it does. The sites that show its posts keep only what they stored. The license can connect the account again.',
      action: 'Disconnect account',
    })
    if (!isSure) return
    try {
      await api.delete(`/connections/${id}`)
      notify(`${name} is disconnected.`)
      reload()
    } catch (error) {
      notify(problemText(error))
    }
  }
  return h('button', { type: 'button', 'aria-label': `Disconnect ${name}`, onclick: disconnect }, 'Disconnect')
}

/** @type {readonly import('../parts/data-table.js').Column<OperatorConnection>[]} */
const LICENSE_COLUMNS = [
  {
    id: 'license',
    label: 'License',
    class: 'named',
    cell: ({ license, licenseName }) =>
      licenseName === null
        ? h('a', { class: 'id', href: `#/licenses/${license}` }, license)
        : h(
            'a',
            { class: 'two-lines', href: `#/licenses/${license}`, title: `${licenseName} (${license})`, dir: 'auto' },
            licenseName,
          ),
  },
  {
    id: 'licenseId',
    label: 'License ID',
    isExtra: true,
    cell: ({ license }) => copyableId(license, 'license ID'),
  },
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {{ connections: readonly OperatorConnection[], nextCursor: string | null }} first
 * @param {{ query: URLSearchParams, hasLicense: boolean }} options `hasLicense`: whether to show whose they are
 */
export const connectionsTable = (visit, first, { query, hasLicense }) => {
  /** @type {import('../parts/data-table.js').Column<OperatorConnection>[]} */
  const columns = [
    {
      id: 'account',
      label: 'Account',
      class: 'breakable named',
      cell: (connection) => {
        const { label, platform, host, handle, siteId } = connection
        const [title, name] = [label ?? nameOf(connection), nameOf(connection)]
        const about = new Set([platform, host, name, handle, siteId].filter((each) => each !== null && each !== title))
        const parts = [...about].flatMap((each, at) => [at > 0 && ' · ', h('bdi', {}, each)])
        return [h('bdi', {}, title), h('span', { class: 'quiet line' }, ...parts)]
      },
    },
    { id: 'state', label: 'State', cell: stateCell },
    { id: 'connected', label: 'Connected', class: 'date', cell: ({ createdAt }) => day(createdAt) },
    {
      id: 'read',
      label: 'Last read',
      class: 'date',
      cell: ({ lastReadAt }) => (lastReadAt === null ? 'never' : day(lastReadAt)),
    },
  ]
  if (hasLicense) columns.splice(1, 0, ...LICENSE_COLUMNS)
  if (may(visit, 'support')) columns.push(actionColumn((connection) => disconnectButton(visit, connection)))
  return dataTable({
    id: hasLicense ? 'connections' : 'license-connections',
    columns,
    first: { rows: first.connections, nextCursor: first.nextCursor },
    ...(hasLicense && { noun: 'connected account' }),
    async load(cursor) {
      const more = new URLSearchParams(query)
      more.set('cursor', cursor)
      /** @type {{ connections: OperatorConnection[], nextCursor: string | null }} */
      const { connections, nextCursor } = await visit.api.get(`/connections?${more}`)
      return { rows: connections, nextCursor }
    },
  }).element
}
