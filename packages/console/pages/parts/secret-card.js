// A secret, the one time that it can be seen. It is kept in no address, no storage and no log of this page.

import { copyButton } from './copy-button.js'
import { h } from './element.js'

/**
 * @typedef {object} Secret
 * @property {string} noun what it is: `key`, `token`
 * @property {string} note what is kept of it, and what to do now
 */

/** @type {Secret} */
export const LICENSE_KEY = { noun: 'key', note: 'Only a hash of it is kept. Copy it and hand it on now.' }

/**
 * @param {Secret} what
 * @param {string} secret
 */
export const secretCard = ({ noun, note }, secret) => {
  const text = h('code', { class: 'key', tabindex: 0 }, secret)
  return h(
    'div',
    { class: 'key-card' },
    h('p', {}, h('strong', {}, `This is the only time the ${noun} is shown.`), ` ${note}`),
    h('p', { class: 'key-line' }, text),
    copyButton({ label: `Copy ${noun}`, text: secret, shown: text, class: 'primary' }),
  )
}
