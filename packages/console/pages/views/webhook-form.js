// Creates a webhook, changes it and rotates its secret. A new secret is shown once.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { allOrSomeField, readAllOrSome } from '../parts/choice-field.js'
import { openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { overlapField } from '../parts/overlap-field.js'
import { secretDialog } from '../parts/secret-dialog.js'
import { EVENTS } from './webhook-texts.js'

/** @typedef {Webhook & { secret: string }} WithSecret */

const SECRET = { noun: 'secret', note: 'The service stores it encrypted. Copy it now and add it to the receiver.' }

/** @param {Webhook} [webhook] undefined for a new one */
const fieldsOf = (webhook) => {
  const url = { type: 'url', maxlength: 2_048, inputmode: 'url', value: webhook?.url ?? '', autocomplete: 'off' }
  return {
    url: field({
      name: 'url',
      label: 'URL',
      hint: 'Use https and a public host. Allow exceptions with EGRESS_ALLOW.',
      control: h('input', url),
    }),
    description: field({
      name: 'description',
      label: 'Description',
      hint: 'Optional. What the webhook is for.',
      control: h('input', { type: 'text', maxlength: 200, value: webhook?.description ?? '', autocomplete: 'off' }),
    }),
    types: allOrSomeField({
      name: 'types',
      label: 'Events',
      all: 'All events, including types added later',
      choices: Object.entries(EVENTS),
      chosen: webhook?.types ?? null,
    }),
  }
}

/** @param {ReturnType<typeof fieldsOf>} fields */
const valuesOf = ({ url, description, types }) => ({
  url: read(url),
  description: read(description) || null,
  types: readAllOrSome(types),
})

/** @param {import('../app/routes.js').Visit} visit */
export const newWebhook = async ({ api, go }) => {
  const fields = fieldsOf()
  let id = ''
  const isCreated = await secretDialog({
    title: 'New webhook',
    fields: Object.values(fields),
    submit: 'Create webhook',
    secret: SECRET,
    async create(key) {
      /** @type {WithSecret} */
      const created = await api.post('/webhooks', valuesOf(fields), key)
      id = created.id
      return created.secret
    },
  })
  if (isCreated) go(`#/webhooks/${id}`)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 */
export const changeWebhook = ({ api, reload }, webhook) =>
  openDialog('Edit webhook', (close) => {
    const fields = fieldsOf(webhook)
    const onSubmit = async () => {
      await api.patch(`/webhooks/${webhook.id}`, valuesOf(fields))
      notify('Webhook updated.')
      close()
      reload()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    return [form({ fields: Object.values(fields), submit: 'Save', onSubmit, cancel })]
  })

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 */
export const rotateSecret = async ({ api, reload }, { id }) => {
  const overlap = overlapField(
    'Keep the old secret valid',
    'Both secrets sign each event during this time, so that you can update the receiver. Choose “not at all” if the old secret leaked.',
  )
  const isCreated = await secretDialog({
    title: 'Rotate secret',
    fields: [overlap],
    submit: 'Create new secret',
    secret: SECRET,
    async create(key) {
      const body = { overlapHours: Number(read(overlap)) }
      /** @type {WithSecret} */
      const { secret } = await api.post(`/webhooks/${id}/rotate-secret`, body, key)
      return secret
    },
  })
  if (isCreated) reload()
}
