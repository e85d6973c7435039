import { openDialog } from './dialog.js'
import { fill, h } from './element.js'
import { form } from './form.js'
import { notify } from './notice.js'
import { secretCard } from './secret-card.js'

/**
 * Asks what is needed to make something that has a secret, makes it, and shows the secret in place of the form.
 * @param {{
 *   title: string,
 *   fields: readonly import('./form.js').Field[],
 *   submit: string,
 *   secret: import('./secret-card.js').Secret,
 *   make: (key: string) => Promise<string>,
 * }} options `make` returns the secret; what it sends has the `Idempotency-Key`
 * @returns {Promise<boolean>} whether it was made, when the dialog is closed
 */
export const secretDialog = async ({ title, fields, submit, secret, make }) => {
  let isMade = false
  await openDialog(title, (close) => {
    const onSubmit = async (/** @type {string} */ key) => {
      const made = await make(key)
      isMade = true
      if (!content.isConnected) return notify(`The ${secret.noun} was made after you left. Make another one to see it.`)
      const done = h('button', { type: 'button', onclick: close }, 'Done')
      fill(content, secretCard(secret, made), h('div', { class: 'actions' }, done))
      content.querySelector('button')?.focus()
    }
    const cancel = h('button', { type: 'button', onclick: close }, 'Cancel')
    const content = h('div', { class: 'stack' }, form({ fields, submit, onSubmit, cancel }))
    return [content]
  })
  return isMade
}
