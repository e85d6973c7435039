import { h } from './element.js'

/**
 * A word in a colored pill. The color never carries information that the word does not.
 * @param {string} word
 * @param {'good' | 'warn' | 'bad' | 'plain'} tone
 */
export const pill = (word, tone) => h('span', { class: `pill ${tone}` }, word)

/** @type {Readonly<Record<string, 'good' | 'warn' | 'bad'>>} */
const TONES = { active: 'good', suspended: 'warn', expired: 'warn', revoked: 'bad' }

/** @param {string} status */
export const statusPill = (status) => pill(status, TONES[status] ?? 'warn')
