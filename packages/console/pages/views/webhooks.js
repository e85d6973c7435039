// The webhooks: endpoints that receive the service's events.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { newWebhook } from './webhook-form.js'
import { typesText, webhookPill } from './webhook-texts.js'

const COLUMNS = ['Webhook', 'Status', 'Events', 'Created']

/** @type {import('../app/routes.js').View} */
export const webhooks = async (visit) => {
  /** @type {{ webhooks: Webhook[] }} */
  const { webhooks: all } = await visit.api.get('/webhooks')
  const mayChange = may(visit, 'admin')
  const createButton = { type: 'button', class: 'primary', onclick: () => newWebhook(visit) }
  const head = COLUMNS.map((text) => h('th', { scope: 'col' }, text))
  return {
    title: 'Webhooks',
    content: [
      pageHead('Webhooks', mayChange && h('button', createButton, 'New webhook')),
      h(
        'p',
        { class: 'quiet' },
        'The service sends events to your systems, signed according to Standard Webhooks. See ',
        h('a', { href: '../docs/reference/webhooks' }, 'what is sent and how a receiver verifies it'),
        '.',
      ),
      !mayChange && requiresRole('Creating or editing webhooks', 'admin'),
      all.length === 0
        ? emptyState(
            'No webhooks yet',
            'Create a webhook to notify your shop when a license expires, or your chat when a platform fails.',
          )
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
    h('td', { 'data-label': 'Status' }, webhookPill(state)),
    h('td', { class: 'breakable', 'data-label': 'Events' }, typesText(types)),
    h('td', { class: 'date', 'data-label': 'Created' }, day(createdAt)),
  )
