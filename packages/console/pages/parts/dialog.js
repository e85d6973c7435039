// Dialogs, on the browser's own: it keeps the focus inside, closes on Escape and gives the focus back. One belongs to the page
// that opened it, and goes with it: to leave a page is to say no.

import { freshId, h } from './element.js'

/** @typedef {import('./element.js').Child} Child */

/**
 * Opens a dialog with a heading; `build` makes what is in it and is handed what closes it.
 * @param {string} title
 * @param {(close: () => void) => readonly Child[]} build
 * @returns {Promise<void>} when it is closed
 */
export const openDialog = (title, build) =>
  new Promise((resolve) => {
    const id = freshId()
    const dialog = h('dialog', { 'aria-labelledby': id })
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

/** Closes what a page has open when that is left. */
export const closeDialogs = () => {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
}

/**
 * Asks before something is done that is felt by customers.
 * @param {{ title: string, text: string, action: string, danger?: boolean }} options
 * @returns {Promise<boolean>}
 */
export const confirmed = async ({ title, text, action, danger = false }) => {
  let answer = false
  await openDialog(title, (close) => {
    const agree = () => {
      answer = true
      close()
    }
    return [
      h('p', {}, text),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: danger ? 'danger' : 'primary', onclick: agree }, action),
        // The harmless answer has the focus: Enter by mistake does nothing.
        h('button', { type: 'button', autofocus: true, onclick: close }, 'Cancel'),
      ),
    ]
  })
  return answer
}
