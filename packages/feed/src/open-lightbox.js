// Buttons over pictures and players that open the lightbox. Its code and its style load when it is opened for the first time.

import { createButton } from './create.js'
import { hasNotice } from './media.js'

/** Frames that the lightbox shows: those with an image or a player, unless their post is covered. */
const SHOWN = '.central-posts-media .central-posts-frame:has(> img, > .central-posts-load:not([data-kind="image"]))'

export const framesIn = (stream) =>
  [...stream.querySelectorAll(SHOWN)].filter((frame) => frame.closest('details:not([open])') === null)

const open = async (stream, frame, { words, importLightbox, lightboxStyle }, isPlaying) => {
  const { openLightbox } = await importLightbox()
  openLightbox({ stream, frame, words, isPlaying, framesIn, lightboxStyle })
}

const labelOf = (frame) => {
  const card = frame.closest('article')
  const about =
    frame.querySelector('img')?.alt || card?.querySelector('.central-posts-title, .central-posts-text')?.textContent
  return (about || card?.querySelector('.central-posts-author')?.textContent || '').trim().slice(0, 80)
}

/** Adds the button to the frames of a card. */
export const addOpeners = (stream, card, tools) => {
  for (const [index, frame] of [...card.querySelectorAll(SHOWN)].entries()) {
    const player = frame.querySelector(':scope > .central-posts-load')
    if (player !== null) {
      player.addEventListener('click', () => open(stream, frame, tools, hasNotice(player)))
      continue
    }
    if (frame.querySelector(':scope > .central-posts-open') !== null) continue
    const button = createButton('central-posts-open', { ariaLabel: `${tools.words.open}: ${labelOf(frame)}` })
    // The images of a gallery are reached in the lightbox.
    if (index > 0) button.tabIndex = -1
    button.addEventListener('click', () => open(stream, frame, tools, false))
    frame.append(button)
  }
}

/** Opens the post that the URL names: `#` and its id, with `.2` for its second picture. */
export const openNamed = (stream, tools) => {
  const [id, part = '1'] = decodeURIComponent(location.hash.slice(1)).split('.')
  const card = id === '' ? null : stream.querySelector(`#${CSS.escape(id)}`)
  const frame = card === null ? undefined : framesIn(card)[Number(part) - 1]
  if (frame !== undefined) open(stream, frame, tools, false)
}
