// Shows a secret once. The page stores it nowhere: not in a URL, not in browser storage and not in a log.

import { copyButton } from './copy-button.js'
import { h } from './element.js'

/**
 * @typedef {object} Secret
 * @property {string} noun `key`, `token` or `secret`
 * @property {string} note what the service stores, and what to do now
 */

/** @type {Secret} */
export const LICENSE_KEY = {
  noun: 'key',
  note: 'The service stores only its hash. Copy it and give it to the customer now.',
}

/**
 * @param {Secret} kind
 * @param {string} secret
 */
export const secretCard = ({ noun, note }, secret) => {
  const text = h('code', { class: 'key', tabindex: 0 }, secret)
  return h(
    'div',
    { class: 'key-card' },
    h('p', {}, h('strong', {}, `This ${noun} is shown only once.`), ` ${note}`),
    h('p', { class: 'key-line' }, text),
    copyButton({ label: `Copy ${noun}`, text: secret, shown: text, class: 'primary' }),
  )
}
