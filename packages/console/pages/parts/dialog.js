// Modal dialogs, based on the <dialog> element: it traps the focus, closes on Escape and restores the focus. A dialog
// belongs to the page that opened it. Leaving the page closes the dialog and cancels its action.

import { h, uniqueId } from './element.js'

/** @typedef {import('./element.js').Child} Child */

/**
 * Opens a dialog with a heading. `build` returns its content and receives the function that closes it.
 * @param {string} title
 * @param {(close: () => void) => readonly Child[]} build
 * @param {string} [name] class of the dialog
 * @returns {Promise<void>} resolves when the dialog is closed
 */
export const openDialog = (title, build, name) =>
  new Promise((resolve) => {
    const id = uniqueId()
    const dialog = h('dialog', { 'aria-labelledby': id, class: name })
    dialog.append(h('h2', { id }, title))
    for (const child of build(() => dialog.close()))
      if (child) dialog.append(child instanceof Node ? child : String(child))
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
  })

/** Ends the last drawer. */
let putBack = () => {}

/**
 * Shows an element that is elsewhere on the page in a drawer at the start edge, and puts it back when the drawer is closed.
 * @param {string} label
 * @param {HTMLElement} content
 */
export const openDrawer = (label, content) => {
  // The event of a drawer that was just closed may be still to come.
  putBack()
  const place = document.createComment('')
  content.replaceWith(place)
  const dialog = h('dialog', { class: 'drawer', 'aria-label': label })
  const close = () => dialog.close()
  const isOutside = (/** @type {Event} */ event) => event.target === dialog
  // A click on a link closes the drawer also if it leads to the page that is shown.
  const closeByClick = (/** @type {Event} */ event) => {
    if (isOutside(event) || (event.target instanceof Element && event.target.closest('a'))) close()
  }
  dialog.addEventListener('click', closeByClick)
  putBack = () => {
    if (!dialog.isConnected) return
    place.replaceWith(content)
    dialog.remove()
  }
  dialog.addEventListener('close', putBack)
  dialog.append(content)
  document.body.append(dialog)
  dialog.showModal()
}

/**
 * Shows details in a panel at the end edge.
 * @param {string} title
 * @param {readonly Child[]} content
 */
export const openPanel = (title, content) =>
  openDialog(
    title,
    (close) => [
      ...content,
      h('div', { class: 'actions' }, h('button', { type: 'button', autofocus: true, onclick: close }, 'Close')),
    ],
    'panel',
  )

/** Closes all dialogs of a page that the operator leaves. */
export const closeDialogs = () => {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
}

/**
 * Asks for confirmation of an action that affects customers.
 * @param {{ title: string, text: string, action: string, danger?: boolean }} options
 * @returns {Promise<boolean>}
 */
export const confirmed = async ({ title, text, action, danger = false }) => {
  let isConfirmed = false
  await openDialog(title, (close) => {
    const confirm = () => {
      isConfirmed = true
      close()
    }
    return [
      h('p', {}, text),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: danger ? 'danger' : 'primary', onclick: confirm }, action),
        // Cancel has the focus, so that pressing Enter by mistake changes nothing.
        h('button', { type: 'button', autofocus: true, onclick: close }, 'Cancel'),
      ),
    ]
  })
  return isConfirmed
}
