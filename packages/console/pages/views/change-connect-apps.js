// Adds and removes applications for connected accounts. A secret is sent once and never shown again.

/** @import { AddedApp, OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */

import { choiceField, readChoice } from '../parts/choice-field.js'
import { confirmed, openDialog } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { field, form, read } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'

/** @type {readonly (readonly [AddedApp['state'], string])[]} */
const STATES = [
  ['live', 'live: for new connections'],
  ['review', 'review: only for a connect that names it; its page explains each permission'],
  ['paused', 'paused: no new connections'],
]

/** @param {string} [type] */
const input = (type = 'text') =>
  h('input', { type, maxlength: 500, autocomplete: type === 'password' ? 'new-password' : 'off', spellcheck: 'false' })

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {readonly OperatorConnectApp[]} apps
 */
export const addApp = ({ api, reload }, apps) =>
  openDialog('Add application', (close) => {
    const platforms = apps.filter(({ settings }) => settings.length > 0)
    const platform = h('select', {}, ...platforms.map(({ platform: id, name }) => h('option', { value: id }, name)))
    const fields = [
      field({ name: 'platform', label: 'Platform', control: platform }),
      field({
        name: 'clientId',
        label: 'Client ID',
        hint: 'The same client ID again replaces the secret.',
        control: input(),
      }),
      field({
        name: 'clientSecret',
        label: 'Client secret',
        hint: 'Stored encrypted, and never shown again.',
        control: input('password'),
      }),
      field({ name: 'label', label: 'Label', hint: 'For this list. Optional.', control: input() }),
      choiceField({ name: 'state', label: 'State', choices: STATES }),
    ]
    const [, clientId, clientSecret, label, state] = fields
    if (!clientId || !clientSecret || !label || !state) throw new TypeError('A field is missing')
    return [
      form({
        fields,
        submit: 'Add application',
        async onSubmit() {
          const name = read(label)
          await api.post('/connect-apps', {
            ...{ platform: platform.value, clientId: read(clientId), clientSecret: read(clientSecret) },
            ...(name !== '' && { label: name }),
            state: readChoice(state),
          })
          close()
          notify('The application is added.')
          reload()
        },
        cancel: h('button', { type: 'button', onclick: close }, 'Cancel'),
      }),
    ]
  })

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {AddedApp} app
 */
export const removeApp = async ({ api, reload }, { id, clientId, label, platform }) => {
  const isSure = await confirmed({
    title: `Remove ${label ?? clientId}?`,
    text: `Connections at ${platform} that were made with this application end. Their owners have to connect again with another one. This cannot be undone.`,
    action: 'Remove application',
    danger: true,
  })
  if (!isSure) return
  try {
    await api.delete(`/connect-apps/${id}`)
    notify(`${label ?? clientId} is removed.`)
  } catch (error) {
    notify(problemText(error))
  }
  reload()
}
