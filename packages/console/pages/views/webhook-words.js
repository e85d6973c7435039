// What there is to say of webhooks and their deliveries, in words.

/** @import { SUBSCRIBABLE_TYPES } from '../../../service/src/events/event-types.ts' */
/** @import { Delivery, Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { fromNow } from '../parts/format.js'
import { pill } from '../parts/status.js'

/**
 * What webhooks can be told of.
 * @type {Readonly<Record<(typeof SUBSCRIBABLE_TYPES)[number], string>>}
 */
export const EVENTS = {
  'license.created': 'license made',
  'license.suspended': 'license suspended',
  'license.resumed': 'license resumed',
  'license.expired': 'license expired',
  'license.revoked': 'license revoked',
  'license.key_rotated': 'new key made',
  'license.site_admitted': 'site admitted',
  'license.site_refused': 'site refused',
  'quota.80': 'four fifths of a quota used',
  'quota.100': 'all of a quota used',
  'credential.ending': 'credential ends soon',
  'credential.refused': 'credential refused',
  'platform.failing': 'platform fails',
  'platform.recovered': 'platform recovered',
}

/** @type {Readonly<Record<Webhook['state'], { tone: 'good' | 'warn' | 'plain', text: string }>>} */
const STATES = {
  on: { tone: 'good', text: 'on' },
  off: { tone: 'plain', text: 'paused' },
  gone: { tone: 'warn', text: 'gone: it answered 410' },
}

/** @param {Webhook['state']} state */
export const webhookPill = (state) => pill(STATES[state].text, STATES[state].tone)

/** @param {Webhook['types']} types */
export const typesText = (types) => (types === null ? 'everything' : types.join(', '))

/** @type {Readonly<Record<Delivery['state'], 'good' | 'warn' | 'bad'>>} */
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' }

/** @param {Delivery['state']} state */
export const deliveryPill = (state) => pill(state === 'failed' ? 'given up' : state, TONES[state])

/** @type {Readonly<Record<string, string>>} */
const MEANINGS = {
  redirect: ': a redirect, which is not followed',
  gone: ': it wants no more events',
}

/**
 * Why it was never sent, or no more.
 * @type {Readonly<Record<string, string>>}
 */
const UNSENT = {
  gone: 'not sent: the receiver is gone',
  switched_off: 'not sent: the webhook was paused',
}

/**
 * What the receiver answered last.
 * @param {Delivery} delivery
 */
export const answerText = ({ attempts, status, error }) => {
  if (status !== null) return `answered ${status}${MEANINGS[error ?? ''] ?? ''}`
  if (error !== null) return UNSENT[error] ?? `no answer: ${error.replaceAll('_', ' ')}`
  return attempts === 0 ? 'not tried yet' : 'on its way'
}

/** @param {Delivery} delivery */
export const adviceText = ({ error }) => error === 'redirect' && 'Change the webhook to the URL that it redirects to.'

/** @param {Delivery} delivery */
export const nextText = ({ state, nextAt }) =>
  state === 'waiting' && nextAt !== null && Date.parse(nextAt) > Date.now() && `Tried again ${fromNow(nextAt)}.`
