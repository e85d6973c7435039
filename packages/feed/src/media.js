// Media of other servers load when a visitor presses a button, or after consent through the WP Consent API.

import { create } from './create.js'

/** Whether the visitor has agreed to media of other servers: an element around the posts says so, or the WP Consent API. */
export const hasConsent = (stream) =>
  stream.closest('[consent]') !== null ||
  (typeof window.wp_has_consent === 'function' && window.wp_has_consent('marketing'))

/** Whether a visitor has read from where a player loads. In a narrow card its notice has no room, and is shown by the first press. */
export const hasNotice = (button) => {
  const notice = button.querySelector('.central-posts-loads')
  return notice.hidden || getComputedStyle(notice).clipPath === 'none'
}

/** Shows what an image is about where it does not load. */
export const replaceBroken = (image) => {
  const frame = image.closest('.central-posts-frame')
  if (frame === null || frame.classList.contains('is-broken')) return
  frame.classList.add('is-broken')
  frame.append(create('span', 'central-posts-missing', { ariaHidden: 'true', textContent: image.alt }))
}
