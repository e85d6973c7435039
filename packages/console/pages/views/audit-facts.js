// Texts of an audit entry: the action, its subject, and the values before and after.

/** @import { AuditAction } from '../../../service/src/audit/act.ts' */
/** @import { AuditEntry } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { dayAndTime } from '../parts/format.js'

/** @type {Readonly<Record<AuditAction, string>>} */
export const ACTIONS = {
  'license.create': 'License created',
  'license.suspend': 'License suspended',
  'license.resume': 'License resumed',
  'license.revoke': 'License revoked',
  'license.renew': 'License renewed',
  'license.change': 'License changed',
  'license.delete': 'License deleted',
  'license.forget': 'Personal data erased',
  'license.rotate_key': 'License key rotated',
  'license.import': 'Licenses imported',
  'license.release_site': 'Site released',
  'license.try': 'Request tested as license',
  'plan.put': 'Plan created or changed',
  'signing_key.rotate': 'Signing key rotated',
  'credential.retry': 'Credential retried',
  'credential.pause': 'Credential paused',
  'credential.resume': 'Credential resumed',
  'operator.create': 'Operator created',
  'operator.revoke': 'Operator revoked',
  'webhook.create': 'Webhook created',
  'webhook.change': 'Webhook changed',
  'webhook.rotate_secret': 'Webhook secret rotated',
  'webhook.delete': 'Webhook deleted',
  'connection.disconnect': 'Account disconnected',
  'connect_app.put': 'Application added or changed',
  'connect_app.remove': 'Application removed',
  'media.forget': 'Images forgotten',
  'settings.change': 'Settings changed',
}

/**
 * The label of an action, or its name if another version of the service recorded it.
 * @param {string} action
 */
export const actionText = (action) => new Map(Object.entries(ACTIONS)).get(action) ?? action

/**
 * The page of each kind of subject.
 * @type {ReadonlyMap<string, (id: string) => string>}
 */
const PAGES = new Map([
  ['license', (/** @type {string} */ id) => `#/licenses/${id}`],
  ['plan', () => '#/plans'],
  ['credential', () => '#/platforms'],
  ['signing_key', () => '#/signing-keys'],
  ['connection', () => '#/connections'],
  ['media', () => '#/images'],
  ['operator', () => '#/operators'],
  ['webhook', (/** @type {string} */ id) => `#/webhooks/${id}`],
])

/**
 * The id of the subject, with a link unless the subject was deleted.
 * @param {AuditEntry} entry
 */
export const subjectLink = ({ subject: { kind, id }, action }) => {
  const page = action.endsWith('.delete') ? undefined : PAGES.get(kind)
  const text = h('code', { class: 'id' }, id)
  return page ? h('a', { href: page(id) }, text) : text
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

const NONE = 'none'

/** @param {unknown} value */
const format = (value) => {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'object' && Object.keys(value).length === 0) return NONE
  if (typeof value !== 'string') return JSON.stringify(value)
  return TIME.test(value) ? dayAndTime(value) : value
}

/** Limits of a plan, which has no limit without them. */
const LIMITS = new Set(['sites', 'connections', 'mediaMb'])

/**
 * @param {string} name
 * @param {AuditEntry['before']} values
 */
const shownValue = (name, values) =>
  values?.[name] === null && LIMITS.has(name) ? 'unlimited' : format(values?.[name])

/**
 * Each changed value before and after; of something new, each value that is set.
 * @param {AuditEntry} entry
 */
export const differences = ({ before, after }) => {
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const names = [...all].filter((name) => before !== null || shownValue(name, after) !== NONE)
  if (names.length === 0) return h('span', { class: 'quiet' }, 'No details recorded')
  const rows = names.map((name) => h('div', {}, h('dt', {}, name), h('dd', {}, ...difference(name, before, after))))
  return h('dl', { class: 'changes' }, ...rows)
}

/**
 * @param {string} name
 * @param {AuditEntry['before']} before
 * @param {AuditEntry['after']} after
 */
const difference = (name, before, after) =>
  before === null
    ? [shownValue(name, after)]
    : [
        h('del', {}, h('span', { class: 'visually-hidden' }, 'was '), shownValue(name, before)),
        h('span', { 'aria-hidden': 'true' }, ' → '),
        h('ins', {}, h('span', { class: 'visually-hidden' }, 'is '), shownValue(name, after)),
      ]
