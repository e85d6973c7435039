// On a visitor's page: what loads from elsewhere waits behind its button, or for a consent that the site has asked for.
// Calls nobody by itself, and needs nothing but the page.

const MAKE = {
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

/** Puts in what the button stands for; the focus goes along where the button had it. */
const load = (button) => {
  const { kind, src, alt } = button.dataset
  const made = MAKE[kind](src, kind === 'frame' ? button.firstChild.textContent.trim() : alt)
  const hadFocus = button === document.activeElement
  for (const still of button.parentElement.querySelectorAll(':scope > img')) still.remove()
  button.replaceWith(made)
  if (hadFocus) {
    made.tabIndex = -1
    made.focus()
  }
}

/** Pictures come with a consent; a player is not started by it, only freed of its warning. */
const agree = () => {
  for (const button of document.querySelectorAll('.central-posts-load[data-kind="image"]')) load(button)
  for (const warning of document.querySelectorAll('.central-posts-loads')) warning.hidden = true
}

for (const button of document.querySelectorAll('.central-posts-load')) {
  button.hidden = false
  button.addEventListener('click', () => load(button))
}

if (typeof window.wp_has_consent === 'function' && window.wp_has_consent('marketing')) agree()
document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
  if (detail?.marketing === 'allow') agree()
})
