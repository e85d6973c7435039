// The webhooks: endpoints that receive the service's events.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { newWebhook } from './webhook-form.js'
import { typesText, webhookPill } from './webhook-texts.js'

/** @type {readonly import('../parts/data-table.js').Column<Webhook>[]} */
const COLUMNS = [
  {
    id: 'webhook',
    label: 'Webhook',
    cell: ({ id, url, description }) => [
      h('a', { href: `#/webhooks/${id}` }, description ?? url),
      description !== null && h('span', { class: 'quiet id line' }, url),
    ],
  },
  { id: 'status', label: 'Status', cell: ({ state }) => webhookPill(state) },
  { id: 'events', label: 'Events', class: 'breakable', cell: ({ types }) => typesText(types) },
  { id: 'created', label: 'Created', class: 'date', cell: ({ createdAt }) => day(createdAt) },
]

/** @type {import('../app/routes.js').View} */
export const webhooks = async (visit) => {
  /** @type {{ webhooks: Webhook[] }} */
  const { webhooks: all } = await visit.api.get('/webhooks')
  const mayChange = may(visit, 'admin')
  const createButton = { type: 'button', class: 'primary', onclick: () => newWebhook(visit) }
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
            mayChange && h('button', createButton, 'Create the first webhook'),
          )
        : dataTable({ id: 'webhooks', columns: COLUMNS, first: { rows: all, nextCursor: null } }).element,
    ],
  }
}
