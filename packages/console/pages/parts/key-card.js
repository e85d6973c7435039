// A license key, the one time that it can be seen. It is kept in no address, no storage and no log of this page.

import { copyButton } from './copy-button.js'
import { h } from './element.js'

/** @param {string} key */
export const keyCard = (key) => {
  const text = h('code', { class: 'key', tabindex: 0 }, key)
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
    copyButton({ label: 'Copy key', text: key, shown: text, class: 'primary' }),
  )
}
