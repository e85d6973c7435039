// The webhooks: where the service tells of what happens.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { newWebhook } from './webhook-form.js'
import { typesText, webhookPill } from './webhook-words.js'

const COLUMNS = ['Webhook', 'State', 'Told of', 'Made']

/** @type {import('../app/routes.js').View} */
export const webhooks = async (visit) => {
  /** @type {{ webhooks: Webhook[] }} */
  const { webhooks: all } = await visit.api.get('/webhooks')
  const mayChange = may(visit, 'admin')
  const make = { type: 'button', class: 'primary', onclick: () => newWebhook(visit) }
  const head = COLUMNS.map((text) => h('th', { scope: 'col' }, text))
  return {
    title: 'Webhooks',
    content: [
      pageHead('Webhooks', mayChange && h('button', make, 'New webhook')),
      h(
        'p',
        { class: 'quiet' },
        'The service tells your systems what happens, signed as Standard Webhooks asks: ',
        h('a', { href: '../docs/guides/webhooks' }, 'what is sent, and how a receiver checks it'),
        '.',
      ),
      !mayChange && takesRole('Making or changing webhooks', 'admin'),
      all.length === 0
        ? emptyState('No webhook yet', 'A shop can be told that a license has ended, a chat that a platform fails.')
        : h(
            'div',
            { class: 'card' },
            h('table', { class: 'rows' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...all.map(row))),
          ),
    ],
  }
}

/** @param {Webhook} webhook */
const row = ({ id, url, types, description, state, createdAt }) =>
  h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/webhooks/${id}` }, description ?? url),
      description !== null && h('span', { class: 'quiet id line' }, url),
    ),
    h('td', { 'data-label': 'State' }, webhookPill(state)),
    h('td', { class: 'breakable', 'data-label': 'Told of' }, typesText(types)),
    h('td', { class: 'date', 'data-label': 'Made' }, day(createdAt)),
  )
