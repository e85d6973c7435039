// A short message that confirms an action. Screen readers announce it, and it disappears after a few seconds.

import { h } from './element.js'

const SHOWN_MS = 6_000

/** Exists from the start: screen readers announce only what is added to an existing live region. */
export const noticeRegion = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite', popover: 'manual' })

/** @param {string} text */
export const notify = (text) => {
  const line = h('p', { class: 'notice' }, text)
  // Shown anew, so that it is above a dialog that was opened meanwhile.
  if (noticeRegion.matches(':popover-open')) noticeRegion.hidePopover()
  noticeRegion.showPopover()
  noticeRegion.replaceChildren(line)
  setTimeout(() => {
    line.remove()
    if (noticeRegion.childElementCount === 0 && noticeRegion.matches(':popover-open')) noticeRegion.hidePopover()
  }, SHOWN_MS)
}
