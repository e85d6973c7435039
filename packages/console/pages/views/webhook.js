// One webhook: what it is told of, what can be done with it, and what was sent.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { dayAndTime, fromNow, plural } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { deliveriesSection, sendAndSee } from './webhook-deliveries.js'
import { changeWebhook, rotateSecret } from './webhook-form.js'
import { typesText, webhookPill } from './webhook-words.js'

/** @type {import('../app/routes.js').View} */
export const webhook = async (visit) => {
  /** @type {Webhook} */
  const shown = await visit.api.get(`/webhooks/${visit.id}`)
  const deliveries = await deliveriesSection(visit, shown)
  const title = shown.description ?? shown.url
  return {
    title,
    content: [
      h('p', { class: 'crumb' }, h('a', { href: '#/webhooks' }, '← All webhooks')),
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
      !may(visit, 'admin') && takesRole('Changing or testing it', 'admin'),
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
  const turn = async () => {
    const isOn = state === 'on'
    const text = 'What waits for it is given up, and what happens while it is paused it is never told of.'
    if (isOn && !(await confirmed({ title: 'Pause the webhook?', text, action: 'Pause it' }))) return
    try {
      await api.patch(`/webhooks/${id}`, { state: isOn ? 'off' : 'on' })
      notify(isOn ? 'The webhook is paused.' : 'The webhook is on again.')
    } catch (error) {
      notify(problemText(error))
    }
    reload()
  }
  const remove = async () => {
    const text = 'It is told of nothing more, and what was sent to it is forgotten.'
    const isSure = await confirmed({ title: 'Delete the webhook?', text, action: 'Delete it', danger: true })
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
    state === 'on' && button('Send a test', (event) => sendAndSee(visit, event, webhook, `/webhooks/${id}/test`)),
    button('Change', () => changeWebhook(visit, webhook)),
    button('Rotate the secret', () => rotateSecret(visit, webhook)),
    button(state === 'on' ? 'Pause' : 'Switch on', turn),
    button('Delete', remove, true),
  ]
}

/** @param {Webhook} webhook */
const goneText = ({ stateSince }) =>
  `The receiver answered 410 Gone on ${dayAndTime(stateSince)}, so the service sends it no more events. To resume, check its URL and select “Switch on”. Events in the meantime are not sent later; those that waited can be sent again below.`

/**
 * @param {Webhook} webhook
 * @returns {readonly (readonly [string, import('../parts/element.js').Child])[]}
 */
const about = ({ id, url, types, stateSince, oldSecretUntil, dropped, createdAt }) => [
  ['Address', url],
  ['Told of', typesText(types)],
  ['Since', `${dayAndTime(stateSince)} in this state`],
  [
    'Secret',
    oldSecretUntil === null
      ? 'one signs'
      : `two: the one before signs, too, until ${dayAndTime(oldSecretUntil)} (${fromNow(oldSecretUntil)})`,
  ],
  ['Not told of', dropped === 0 ? 'nothing' : `${plural(dropped, 'event')}, because 10,000 others waited`],
  ['Made', dayAndTime(createdAt)],
  ['Id', h('code', {}, id)],
]
