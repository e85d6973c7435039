// Texts about webhooks and their deliveries.

/** @import { SUBSCRIBABLE_TYPES } from '../../../service/src/events/event-types.ts' */
/** @import { Delivery, Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { fromNow } from '../parts/format.js'
import { pill } from '../parts/status.js'

/**
 * The events that a webhook can subscribe to.
 * @type {Readonly<Record<(typeof SUBSCRIBABLE_TYPES)[number], string>>}
 */
export const EVENTS = {
  'license.created': 'license created',
  'license.suspended': 'license suspended',
  'license.resumed': 'license resumed',
  'license.expired': 'license expired',
  'license.revoked': 'license revoked',
  'license.key_rotated': 'license key rotated',
  'license.site_admitted': 'site admitted',
  'license.site_refused': 'site refused',
  'quota.80': '80% of a quota used',
  'quota.100': '100% of a quota used',
  'credential.ending': 'credential expires soon',
  'credential.refused': 'credential refused',
  'platform.failing': 'platform failing',
  'platform.recovered': 'platform recovered',
  'connection.connected': 'account connected',
  'connection.ending': 'connection ends soon',
  'connection.ended': 'connection ended',
  'connection.deletion_requested': 'deletion requested',
  'connection.disconnected': 'account disconnected',
}

/** @type {Readonly<Record<Webhook['state'], { tone: 'good' | 'warn' | 'plain', text: string }>>} */
const STATES = {
  on: { tone: 'good', text: 'on' },
  off: { tone: 'plain', text: 'paused' },
  gone: { tone: 'warn', text: 'gone: returned 410' },
}

/** @param {Webhook['state']} state */
export const webhookPill = (state) => pill(STATES[state].text, STATES[state].tone)

/** @param {Webhook['types']} types */
export const typesText = (types) => (types === null ? 'all events' : types.join(', '))

/** @type {Readonly<Record<Delivery['state'], 'good' | 'warn' | 'bad'>>} */
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' }

/** @param {Delivery['state']} state */
export const deliveryPill = (state) => pill(state, TONES[state])

/** @type {Readonly<Record<string, string>>} */
const MEANINGS = {
  redirect: ', a redirect, which is not followed',
  gone: ', the receiver wants no more events',
}

/**
 * Why a delivery was not sent.
 * @type {Readonly<Record<string, string>>}
 */
const UNSENT = {
  gone: 'not sent: the receiver is gone',
  switched_off: 'not sent: the webhook was paused',
}

/**
 * The receiver's last response.
 * @param {Delivery} delivery
 */
export const responseText = ({ attempts, status, error }) => {
  if (status !== null) return `status ${status}${MEANINGS[error ?? ''] ?? ''}`
  if (error !== null) return UNSENT[error] ?? `no response: ${error.replaceAll('_', ' ')}`
  return attempts === 0 ? 'not attempted yet' : 'sending'
}

/** @param {Delivery} delivery */
export const adviceText = ({ error }) =>
  error === 'redirect' && 'Edit the webhook and set the URL that it redirects to.'

/** @param {Delivery} delivery */
export const nextText = ({ state, nextAt }) =>
  state === 'waiting' && nextAt !== null && Date.parse(nextAt) > Date.now() && `Next attempt ${fromNow(nextAt)}.`
