// Runs on a visitor's page: external media load when the visitor presses a button, or after consent through the WP Consent API.
// Sends no requests by itself, and has no dependencies.

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

/** Replaces the button with its media, and moves the focus along. */
const load = (button) => {
  const { kind, src, alt } = button.dataset
  const element = CREATE[kind](src, kind === 'frame' ? button.firstChild.textContent.trim() : alt)
  const hadFocus = button === document.activeElement
  for (const preview of button.parentElement.querySelectorAll(':scope > img')) preview.remove()
  button.replaceWith(element)
  if (hadFocus) {
    element.tabIndex = -1
    element.focus()
  }
}

/** After consent, images load. Players do not start, but lose their warning. */
const applyConsent = () => {
  for (const button of document.querySelectorAll('.central-posts-load[data-kind="image"]')) load(button)
  for (const warning of document.querySelectorAll('.central-posts-loads')) warning.hidden = true
}

for (const button of document.querySelectorAll('.central-posts-load')) {
  button.hidden = false
  button.addEventListener('click', () => load(button))
}

if (typeof window.wp_has_consent === 'function' && window.wp_has_consent('marketing')) applyConsent()
document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
  if (detail?.marketing === 'allow') applyConsent()
})
