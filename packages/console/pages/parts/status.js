import { h } from './element.js'

/**
 * A word in a colored pill; the word says it, the color only helps.
 * @param {string} word
 * @param {'good' | 'warn' | 'bad' | 'plain'} tone
 */
export const pill = (word, tone) => h('span', { class: `pill ${tone}` }, word)

/** @type {Readonly<Record<string, 'good' | 'warn' | 'bad'>>} */
const TONES = { active: 'good', suspended: 'warn', expired: 'warn', revoked: 'bad' }

/** @param {string} status */
export const statusPill = (status) => pill(status, TONES[status] ?? 'warn')
