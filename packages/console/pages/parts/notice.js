// A line that says what was just done. Read out to those who do not see it; goes away by itself.

import { h } from './element.js'

const SHOWN_MS = 6_000

/** Lives as long as the page: what is put into a live region later is read out. */
export const noticeRegion = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite' })

/** @param {string} text */
export const notify = (text) => {
  const line = h('p', { class: 'notice' }, text)
  noticeRegion.replaceChildren(line)
  setTimeout(() => line.remove(), SHOWN_MS)
}
