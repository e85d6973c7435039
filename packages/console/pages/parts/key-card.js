// A license key, the one time that it can be seen. It is kept in no address, no storage and no log of this page.

import { h } from './element.js'

/** @param {string} key */
export const keyCard = (key) => {
  const text = h('code', { class: 'key', tabindex: 0 }, key)
  const said = h('span', { class: 'quiet', role: 'status' })
  const copy = h('button', { type: 'button', class: 'primary', onclick: () => copyKey() }, 'Copy key')
  const copyKey = async () => {
    try {
      await navigator.clipboard.writeText(key)
      said.textContent = 'Copied.'
    } catch {
      // Without TLS, or without the permission, there is no clipboard.
      getSelection()?.selectAllChildren(text)
      said.textContent = 'Selected: copy it with the keyboard.'
    }
  }
  return h(
    'div',
    { class: 'key-card' },
    h(
      'p',
      {},
      h('strong', {}, 'This is the only time the key is shown.'),
      ' Only a hash of it is kept. Copy it and hand it on now.',
    ),
    h('p', { class: 'key-line' }, text),
    h('div', { class: 'actions' }, copy, said),
  )
}
