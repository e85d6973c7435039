// Makes a webhook, whose secret is shown once, changes one, and gives one another secret.

/** @import { Webhook } from '../../../service/src/http/admin/webhooks/schemas.ts' */

import { allOrSomeField, readAllOrSome } from '../parts/choice-field.js'
import { openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { overlapField } from '../parts/overlap-field.js'
import { secretDialog } from '../parts/secret-dialog.js'
import { EVENTS } from './webhook-words.js'

/** @typedef {Webhook & { secret: string }} WithSecret */

const SECRET = { noun: 'secret', note: 'It is kept sealed. Copy it now, and give it to the receiver.' }

/** @param {Webhook} [webhook] undefined for a new one */
const fieldsOf = (webhook) => {
  const url = { type: 'url', maxlength: 2_048, inputmode: 'url', value: webhook?.url ?? '', autocomplete: 'off' }
  return {
    url: field({
      name: 'url',
      label: 'Address',
      hint: 'Over https, at a public address. EGRESS_ALLOW names exceptions.',
      control: h('input', url),
    }),
    description: field({
      name: 'description',
      label: 'Description',
      hint: 'What it is for. May be left empty.',
      control: h('input', { type: 'text', maxlength: 200, value: webhook?.description ?? '', autocomplete: 'off' }),
    }),
    types: allOrSomeField({
      name: 'types',
      label: 'Told of',
      all: 'Everything, also what is still to come',
      choices: Object.entries(EVENTS),
      chosen: webhook?.types ?? null,
    }),
  }
}

/** @param {ReturnType<typeof fieldsOf>} fields */
const filledIn = ({ url, description, types }) => ({
  url: read(url),
  description: read(description) || null,
  types: readAllOrSome(types),
})

/** @param {import('../app/routes.js').Visit} visit */
export const newWebhook = async ({ api, go }) => {
  const fields = fieldsOf()
  let id = ''
  const isMade = await secretDialog({
    title: 'New webhook',
    fields: Object.values(fields),
    submit: 'Make the webhook',
    secret: SECRET,
    async make(key) {
      /** @type {WithSecret} */
      const made = await api.post('/webhooks', filledIn(fields), key)
      id = made.id
      return made.secret
    },
  })
  if (isMade) go(`#/webhooks/${id}`)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Webhook} webhook
 */
export const changeWebhook = ({ api, reload }, webhook) =>
  openDialog('Change the webhook', (close) => {
    const fields = fieldsOf(webhook)
    const onSubmit = async () => {
      await api.patch(`/webhooks/${webhook.id}`, filledIn(fields))
      notify('The webhook is changed.')
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
    'The old secret still signs, too',
    'Both sign for this long, so that the receiver can be given the new one. Choose “not at all” for one that was lost.',
  )
  const isMade = await secretDialog({
    title: 'Rotate the secret',
    fields: [overlap],
    submit: 'Make a new secret',
    secret: SECRET,
    async make(key) {
      const body = { overlapHours: Number(read(overlap)) }
      /** @type {WithSecret} */
      const { secret } = await api.post(`/webhooks/${id}/rotate-secret`, body, key)
      return secret
    },
  })
  if (isMade) reload()
}
