// What was sent to a webhook, what was answered and when, and to send it again.

/** @import { Delivery, Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may } from '../app/roles.js'
import { freshId, h } from '../parts/element.js'
import { dayAndTime, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { pagedTable } from '../parts/paged-table.js'
import { problemText } from '../parts/problem.js'
import { adviceText, answerText, deliveryPill, nextText } from './webhook-words.js'

const PAGE = 50
const COLUMNS = ['Event', 'State', 'Answer', 'Tried', 'What is sent']

/** @type {readonly (readonly [state: string, label: string])[]} */
const FILTERS = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['failed', 'Given up'],
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
    const asked = new URLSearchParams({ limit: String(PAGE), ...(state && { state }), ...(cursor && { cursor }) })
    /** @type {{ deliveries: Delivery[], nextCursor: string | null }} */
    const { deliveries: rows, nextCursor } = await api.get(`/webhooks/${webhook.id}/deliveries?${asked}`)
    return { rows, nextCursor }
  }
  const first = await load()
  const heading = freshId()
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': heading },
    h('h2', { id: heading }, 'Deliveries of the last 30 days'),
    h(
      'div',
      { class: 'actions' },
      h('nav', { 'aria-label': 'Deliveries', class: 'tabs' }, ...FILTERS.map((each) => tab(webhook, state, each))),
      h('button', { type: 'button', onclick: reload }, 'Look again'),
    ),
    first.rows.length === 0
      ? h('p', { class: 'quiet' }, state === '' ? 'Nothing was sent yet.' : 'There is none in this state.')
      : pagedTable({ columns: COLUMNS, first, load, row: (each) => row(visit, webhook, each) }),
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
 * @param {Delivery} delivery
 */
const row = (visit, webhook, delivery) => {
  const { id, type, state, attempts, triedAt, createdAt, payload } = delivery
  const path = `/webhooks/${webhook.id}/deliveries/${id}/resend`
  const again = (/** @type {Event} */ event) => sendAndSee(visit, event, webhook, path)
  const canResend = state !== 'waiting' && webhook.state === 'on' && may(visit, 'admin')
  return h(
    'tr',
    { class: 'tall' },
    h('th', { scope: 'row' }, type, h('span', { class: 'quiet id line' }, dayAndTime(createdAt))),
    h('td', { 'data-label': 'State' }, deliveryPill(state)),
    h(
      'td',
      { 'data-label': 'Answer' },
      h(
        'div',
        {},
        answerText(delivery),
        ...[adviceText(delivery), nextText(delivery)].map((text) => text && h('span', { class: 'quiet line' }, text)),
      ),
    ),
    h(
      'td',
      { 'data-label': 'Tried' },
      h(
        'div',
        {},
        triedAt === null ? 'never' : dayAndTime(triedAt),
        h('span', { class: 'quiet line' }, plural(attempts, 'attempt')),
      ),
    ),
    h(
      'td',
      { 'data-label': 'What is sent' },
      h(
        'div',
        { class: 'stack' },
        h('details', {}, h('summary', {}, h('code', { class: 'id' }, id)), h('pre', { tabindex: 0 }, pretty(payload))),
        canResend &&
          h(
            'div',
            {},
            h('button', { type: 'button', 'aria-label': `Send again: ${id}`, onclick: again }, 'Send again'),
          ),
      ),
    ),
  )
}

/** @param {string} payload */
const pretty = (payload) => JSON.stringify(JSON.parse(payload), null, 2)

const LOOKS = 20
const PAUSE_MS = 500

/**
 * Has something sent, and says what was answered, if that is known within ten seconds.
 * @param {import('../app/routes.js').Visit} visit
 * @param {Event} event of the button
 * @param {Webhook} webhook
 * @param {string} path what sends it
 */
export const sendAndSee = async ({ api, reload }, { currentTarget }, { id }, path) => {
  const button = /** @type {HTMLButtonElement} */ (currentTarget)
  button.disabled = true
  try {
    /** @type {Delivery} */
    let delivery = await api.post(path)
    const { id: sent, triedAt } = delivery
    for (let n = 0; n < LOOKS && button.isConnected && delivery.triedAt === triedAt; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      /** @type {{ deliveries: Delivery[] }} */
      const { deliveries } = await api.get(`/webhooks/${id}/deliveries`)
      delivery = deliveries.find((each) => each.id === sent) ?? delivery
    }
    notify(delivery.triedAt === triedAt ? 'It is sent as soon as it can be.' : `The receiver: ${answerText(delivery)}.`)
  } catch (error) {
    notify(problemText(error))
  }
  // Another page may be shown by now.
  if (button.isConnected) reload()
}
