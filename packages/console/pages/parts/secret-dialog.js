import { openDialog } from './dialog.js'
import { fill, h } from './element.js'
import { form } from './form.js'
import { notify } from './notice.js'
import { secretCard } from './secret-card.js'

/**
 * Shows a form that creates something with a secret, then shows the secret in place of the form.
 * @param {{
 *   title: string,
 *   fields: readonly import('./form.js').Field[],
 *   submit: string,
 *   secret: import('./secret-card.js').Secret,
 *   create: (key: string) => Promise<string>,
 * }} options `create` receives the `Idempotency-Key` and returns the secret
 * @returns {Promise<boolean>} resolves when the dialog is closed: whether something was created
 */
export const secretDialog = async ({ title, fields, submit, secret, create }) => {
  let isCreated = false
  await openDialog(title, (close) => {
    const onSubmit = async (/** @type {string} */ key) => {
      const created = await create(key)
      isCreated = true
      if (!content.isConnected)
        return notify(`The ${secret.noun} was created after you left. Create another one to see it.`)
      const done = h('button', { type: 'button', onclick: close }, 'Done')
      fill(content, secretCard(secret, created), h('div', { class: 'actions' }, done))
      content.querySelector('button')?.focus()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    const content = h('div', { class: 'stack' }, form({ fields, submit, onSubmit, cancel }))
    return [content]
  })
  return isCreated
}
