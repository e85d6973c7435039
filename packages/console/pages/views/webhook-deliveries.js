// The deliveries of a webhook: what was sent and when, the response, and a button to resend.

/** @import { Delivery, Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may } from '../app/roles.js'
import { dataTable } from '../parts/data-table.js'
import { h, uniqueId } from '../parts/element.js'
import { dayAndTime, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { adviceText, deliveryPill, nextText, responseText } from './webhook-texts.js'

const PAGE = 50

/** @type {readonly (readonly [state: string, label: string])[]} */
const FILTERS = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 */
export const deliveriesSection = async (visit, webhook) => {
  const { api, query, reload } = visit
  const state = query.get('state') ?? ''
  /** @param {string} [cursor] */
  const load = async (cursor) => {
    const apiQuery = new URLSearchParams({ limit: String(PAGE), ...(state && { state }), ...(cursor && { cursor }) })
    /** @type {{ deliveries: Delivery[], nextCursor: string | null }} */
    const { deliveries: rows, nextCursor } = await api.get(`/webhooks/${webhook.id}/deliveries?${apiQuery}`)
    return { rows, nextCursor }
  }
  const first = await load()
  const heading = uniqueId()
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': heading },
    h('h2', { id: heading }, 'Deliveries in the last 30 days'),
    h(
      'div',
      { class: 'actions' },
      h('nav', { 'aria-label': 'Deliveries', class: 'tabs' }, ...FILTERS.map((each) => tab(webhook, state, each))),
      h('button', { type: 'button', onclick: reload }, 'Refresh'),
    ),
    first.rows.length === 0
      ? h('p', { class: 'quiet' }, state === '' ? 'No deliveries yet' : 'No deliveries with this status')
      : dataTable({ id: 'deliveries', columns: columnsOf(visit, webhook), first, load, rowClass: 'tall' }).element,
  )
}

/**
 * @param {Webhook} webhook
 * @param {string} chosen
 * @param {(typeof FILTERS)[number]} filter
 */
const tab = ({ id }, chosen, [state, label]) => {
  const href = `#/webhooks/${id}${state && `?${new URLSearchParams({ state })}`}`
  return h('a', { href, 'aria-current': state === chosen ? 'true' : undefined }, label)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 * @returns {readonly import('../parts/data-table.js').Column<Delivery>[]}
 */
const columnsOf = (visit, webhook) => [
  {
    id: 'event',
    label: 'Event',
    cell: ({ type, createdAt }) => [type, h('span', { class: 'quiet id line' }, dayAndTime(createdAt))],
  },
  { id: 'status', label: 'Status', cell: ({ state }) => deliveryPill(state) },
  {
    id: 'response',
    label: 'Response',
    cell: (delivery) =>
      h(
        'div',
        {},
        responseText(delivery),
        ...[adviceText(delivery), nextText(delivery)].map((text) => text && h('span', { class: 'quiet line' }, text)),
      ),
  },
  {
    id: 'attempt',
    label: 'Last attempt',
    cell: ({ triedAt, attempts }) =>
      h(
        'div',
        {},
        triedAt === null ? 'never' : dayAndTime(triedAt),
        h('span', { class: 'quiet line' }, plural(attempts, 'attempt')),
      ),
  },
  { id: 'payload', label: 'Payload', cell: (delivery) => payloadCell(visit, webhook, delivery) },
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 * @param {Delivery} delivery
 */
const payloadCell = (visit, webhook, { id, state, payload }) => {
  const path = `/webhooks/${webhook.id}/deliveries/${id}/resend`
  const resend = (/** @type {Event} */ event) => sendAndWait(visit, event, webhook, path)
  const canResend = state !== 'waiting' && webhook.state === 'on' && may(visit, 'admin')
  return h(
    'div',
    { class: 'stack' },
    h('details', {}, h('summary', {}, h('code', { class: 'id' }, id)), h('pre', { tabindex: 0 }, pretty(payload))),
    canResend &&
      h('div', {}, h('button', { type: 'button', 'aria-label': `Resend: ${id}`, onclick: resend }, 'Resend')),
  )
}

/** @param {string} payload */
const pretty = (payload) => JSON.stringify(JSON.parse(payload), null, 2)

const POLLS = 20
const POLL_INTERVAL_MS = 500

/**
 * Sends a delivery and reports its result if it is known within ten seconds.
 * @param {import('../app/routes.js').Visit} visit
 * @param {Event} event of the button
 * @param {Webhook} webhook
 * @param {string} path the endpoint that sends the delivery
 */
export const sendAndWait = async ({ api, reload }, { currentTarget }, { id }, path) => {
  const button = /** @type {HTMLButtonElement} */ (currentTarget)
  button.disabled = true
  try {
    /** @type {Delivery} */
    let delivery = await api.post(path)
    const { id: sent, triedAt } = delivery
    for (let n = 0; n < POLLS && button.isConnected && delivery.triedAt === triedAt; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
      /** @type {{ deliveries: Delivery[] }} */
      const { deliveries } = await api.get(`/webhooks/${id}/deliveries`)
      delivery = deliveries.find((each) => each.id === sent) ?? delivery
    }
    notify(delivery.triedAt === triedAt ? 'The delivery is queued.' : `Result: ${responseText(delivery)}.`)
  } catch (error) {
    notify(problemText(error))
  }
  // The operator may have left the page meanwhile.
  if (button.isConnected) reload()
}
