// One webhook: its settings, the actions on it, and its deliveries.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { copyableId } from '../parts/copy-id.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { dayAndTime, fromNow, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { deliveriesSection, sendAndWait } from './webhook-deliveries.js'
import { changeWebhook, rotateSecret } from './webhook-form.js'
import { typesText, webhookPill } from './webhook-texts.js'

/** @type {import('../app/routes.js').View} */
export const webhook = async (visit) => {
  /** @type {Webhook} */
  const shown = await visit.api.get(`/webhooks/${visit.id}`)
  const deliveries = await deliveriesSection(visit, shown)
  const title = shown.description ?? shown.url
  return {
    title,
    content: [
      h(
        'div',
        { class: 'page-head' },
        h('h1', {}, title, ' ', webhookPill(shown.state)),
        h(
          'div',
          { class: 'actions' },
          ...(may(visit, 'admin') ? buttons(visit, shown) : []),
          h('a', { class: 'button', href: `#/audit?${new URLSearchParams({ subject: shown.id })}` }, 'Audit trail'),
        ),
      ),
      !may(visit, 'admin') && requiresRole('Editing or testing the webhook', 'admin'),
      shown.state === 'gone' && h('p', { class: 'missing' }, goneText(shown)),
      section('Webhook', facts(about(shown))),
      deliveries,
    ],
  }
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 */
const buttons = (visit, webhook) => {
  const { api, reload, go } = visit
  const { id, state } = webhook
  const button = (/** @type {string} */ label, /** @type {(event: Event) => void} */ onclick, danger = false) =>
    h('button', { type: 'button', class: danger ? 'danger' : undefined, onclick }, label)
  const toggle = async () => {
    const isOn = state === 'on'
    const text = 'Waiting deliveries fail. Events that happen while the webhook is paused are not sent later.'
    if (isOn && !(await confirmed({ title: 'Pause the webhook?', text, action: 'Pause webhook' }))) return
    try {
      await api.patch(`/webhooks/${id}`, { state: isOn ? 'off' : 'on' })
      notify(isOn ? 'The webhook is paused.' : 'The webhook is resumed.')
    } catch (error) {
      notify(problemText(error))
    }
    reload()
  }
  const remove = async () => {
    const text = 'It receives no more events, and the record of its deliveries is deleted.'
    const isSure = await confirmed({ title: 'Delete the webhook?', text, action: 'Delete webhook', danger: true })
    if (!isSure) return
    try {
      await api.delete(`/webhooks/${id}`)
      notify('The webhook is deleted.')
      go('#/webhooks')
    } catch (error) {
      notify(problemText(error))
    }
  }
  return [
    state === 'on' && button('Send test event', (event) => sendAndWait(visit, event, webhook, `/webhooks/${id}/test`)),
    button('Edit', () => changeWebhook(visit, webhook)),
    button('Rotate secret', () => rotateSecret(visit, webhook)),
    button(state === 'on' ? 'Pause' : 'Resume', toggle),
    button('Delete', remove, true),
  ]
}

/** @param {Webhook} webhook */
const goneText = ({ stateSince }) =>
  `The receiver returned 410 Gone on ${dayAndTime(stateSince)}, so the service sends it no more events. To continue, check its URL and select “Resume”. Events in the meantime are not sent later. Deliveries that were waiting can be resent below.`

/**
 * @param {Webhook} webhook
 * @returns {readonly (readonly [string, import('../parts/element.js').Child])[]}
 */
const about = ({ id, url, types, stateSince, oldSecretUntil, dropped, createdAt }) => [
  ['URL', copyableId(url, 'URL')],
  ['Events', typesText(types)],
  ['Status since', dayAndTime(stateSince)],
  [
    'Secret',
    oldSecretUntil === null
      ? 'one is valid'
      : `two are valid: the old secret until ${dayAndTime(oldSecretUntil)} (${fromNow(oldSecretUntil)})`,
  ],
  ['Dropped', dropped === 0 ? 'none' : `${plural(dropped, 'event')}, because 10,000 others were waiting`],
  ['Created', dayAndTime(createdAt)],
  ['ID', copyableId(id, 'webhook ID')],
]
