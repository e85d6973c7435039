// What an entry of the trail tells, in words: what was done, to what, and what was before and after.

/** @import { AuditAction } from '../../../service/src/audit/act.ts' */
/** @import { AuditEntry } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { dayAndTime } from '../parts/format.js'

/** @type {Readonly<Record<AuditAction, string>>} */
export const ACTIONS = {
  'license.create': 'License made',
  'license.suspend': 'License suspended',
  'license.resume': 'License resumed',
  'license.revoke': 'License revoked',
  'license.renew': 'License renewed',
  'license.change': 'License changed',
  'license.delete': 'License deleted',
  'license.forget': 'Person forgotten',
  'license.rotate_key': 'New key made',
  'license.import': 'Licenses imported',
  'license.release_site': 'Site released',
  'license.try': 'Request tried as the license',
  'plan.put': 'Plan made or changed',
  'signing_key.rotate': 'Signing key rotated',
  'credential.retry': 'Credential tried again',
  'credential.pause': 'Credential paused',
  'credential.resume': 'Credential resumed',
  'operator.create': 'Operator made',
  'operator.revoke': 'Operator revoked',
  'webhook.create': 'Webhook made',
  'webhook.change': 'Webhook changed',
  'webhook.rotate_secret': 'Webhook’s secret rotated',
  'webhook.delete': 'Webhook deleted',
  'settings.change': 'Settings changed',
}

/**
 * In words; an action of another version of the service by its name.
 * @param {string} action
 */
export const actionText = (action) => new Map(Object.entries(ACTIONS)).get(action) ?? action

/**
 * Where what was changed can be looked at.
 * @type {ReadonlyMap<string, (id: string) => string>}
 */
const PLACES = new Map([
  ['license', (/** @type {string} */ id) => `#/licenses/${id}`],
  ['plan', () => '#/plans'],
  ['credential', () => '#/platforms'],
  ['signing_key', () => '#/signing-keys'],
  ['operator', () => '#/operators'],
  ['webhook', (/** @type {string} */ id) => `#/webhooks/${id}`],
])

/**
 * Its id; what is gone leads nowhere.
 * @param {AuditEntry} entry
 */
export const subjectLink = ({ subject: { kind, id }, action }) => {
  const place = action.endsWith('.delete') ? undefined : PLACES.get(kind)
  const text = h('code', { class: 'id' }, id)
  return place ? h('a', { href: place(id) }, text) : text
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

const NOTHING = 'none'

/** @param {unknown} value */
const written = (value) => {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'object' && Object.keys(value).length === 0) return NOTHING
  if (typeof value !== 'string') return JSON.stringify(value)
  return TIME.test(value) ? dayAndTime(value) : value
}

/**
 * Each thing that is different, as it was and as it is since; of what is new, what there is to tell.
 * @param {AuditEntry} entry
 */
export const differences = ({ before, after }) => {
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const names = [...all].filter((name) => before !== null || written(after?.[name]) !== NOTHING)
  if (names.length === 0) return h('span', { class: 'quiet' }, 'Nothing is kept of it')
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
    ? [written(after?.[name])]
    : [
        h('del', {}, h('span', { class: 'unseen' }, 'was '), written(before[name])),
        h('span', { 'aria-hidden': 'true' }, ' → '),
        h('ins', {}, h('span', { class: 'unseen' }, 'is '), written(after?.[name])),
      ]
