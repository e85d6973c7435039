// Media of other servers load when a visitor presses a button, or after consent through the WP Consent API.

import { notify } from './notify.js'

const CREATE = {
  image: (src, alt) => Object.assign(document.createElement('img'), { src, alt, className: 'central-posts-picture' }),
  video: (src) => Object.assign(document.createElement('video'), { src, controls: true, autoplay: true }),
  audio: (src) => Object.assign(document.createElement('audio'), { src, controls: true, autoplay: true }),
  frame: (src, title) => {
    const frame = Object.assign(document.createElement('iframe'), { title, loading: 'lazy', allowFullscreen: true })
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'
    frame.src = src
    return frame
  },
}

/** What a player hides while it plays: its preview, and how long it takes. An audio file has no image of its own. */
const COVERED = {
  audio: ':scope > .central-posts-duration',
  image: ':scope > .central-posts-blank',
  video: ':scope > :is(img, .central-posts-blank, .central-posts-duration)',
  frame: ':scope > :is(img, .central-posts-blank, .central-posts-duration)',
}

/** Whether the visitor has agreed to media of other servers: an element around the posts says so, or the WP Consent API. */
export const hasConsent = (stream) =>
  stream.closest('[consent]') !== null ||
  (typeof window.wp_has_consent === 'function' && window.wp_has_consent('marketing'))

/** Replaces a button with its media, and moves the focus along. Returns the new element. */
export const load = (button) => {
  const { kind, src, alt } = button.dataset
  const verb = button.querySelector('.central-posts-verb')?.textContent ?? ''
  const element = CREATE[kind](src, kind === 'frame' ? verb : alt)
  const stream = button.closest('.central-posts-stream')
  const id = button.closest('article, [data-post]')
  const hadFocus = button === button.getRootNode().activeElement
  for (const covered of button.parentElement.querySelectorAll(COVERED[kind])) covered.remove()
  button.replaceWith(element)
  if (kind !== 'image') notify(stream, 'played', { id: id?.dataset.post ?? id?.id, kind, src })
  if (hadFocus) {
    element.tabIndex = -1
    element.focus()
  }
  return element
}

/** Shows what an image is about where it does not load. */
export const replaceBroken = (image) => {
  const frame = image.closest('.central-posts-frame')
  if (frame === null || frame.classList.contains('is-broken')) return
  const missing = Object.assign(document.createElement('span'), {
    className: 'central-posts-missing',
    ariaHidden: 'true',
  })
  missing.textContent = image.alt
  frame.classList.add('is-broken')
  frame.append(missing)
}
