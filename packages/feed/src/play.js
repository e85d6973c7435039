// Replaces a button with the medium that it loads from another server. Loads itself with the lightbox, once a visitor presses a button.

import { create } from './create.js'
import { notify } from './notify.js'

const CREATE = {
  image: (src, alt) => create('img', 'central-posts-picture', { src, alt }),
  video: (src) => create('video', '', { src, controls: true, autoplay: true }),
  audio: (src) => create('audio', '', { src, controls: true, autoplay: true }),
  frame: (src, title) =>
    create('iframe', '', {
      title,
      loading: 'lazy',
      allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
      allowFullscreen: true,
      referrerPolicy: 'strict-origin-when-cross-origin',
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
      src,
    }),
}

/** What a player hides while it plays: its preview, and how long it takes. An audio file has no image of its own. */
const COVERED = {
  audio: ':scope > .central-posts-duration',
  image: ':scope > .central-posts-blank',
  video: ':scope > :is(img, .central-posts-blank, .central-posts-duration)',
  frame: ':scope > :is(img, .central-posts-blank, .central-posts-duration)',
}

/** Replaces a button with its media, and moves the focus along. */
export const load = (button) => {
  // Pressed twice.
  if (!button.isConnected) return
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
}
