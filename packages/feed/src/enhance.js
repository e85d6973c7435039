// Enhances the posts of a page. Everything that it adds is an extra: without it all posts and links are there. Sends no requests by itself.

import { addArrows } from './arrows.js'
import { create } from './create.js'
import { foldTexts } from './fold.js'
import { enhanceMore } from './load-more.js'
import { hasConsent, hasNotice, replaceBroken } from './media.js'
import { addOpeners, openNamed } from './open-lightbox.js'

const enhancePictures = (card) => {
  for (const image of card.querySelectorAll('.central-posts-frame > img')) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') replaceBroken(image)
    else image.addEventListener('error', () => replaceBroken(image), { once: true })
  }
}

const enhanceGallery = (card, words) => {
  const strip = card.querySelector('.central-posts-slides')
  if (strip === null) return
  const number = card.querySelector('.central-posts-number > span')
  const total = number.textContent
  addArrows(strip, words, 'Image', (index) => {
    number.textContent = index === 0 ? total : `${index + 1}/${total}`
  })
}

/** Enhances cards of a stream: those that are there at first, and those that are added later. */
const enhanceCards = (stream, cards, tools) => {
  const { words } = tools
  const hasLightbox = stream.hasAttribute('data-lightbox')
  for (const card of cards) {
    enhancePictures(card)
    enhanceGallery(card, words)
    for (const button of card.querySelectorAll('.central-posts-load')) {
      button.hidden = false
      if (button.dataset.kind === 'image' || !hasLightbox) {
        button.addEventListener('click', async () => {
          if (!hasNotice(button)) return button.classList.add('is-asking')
          const { load } = await tools.importLightbox()
          load(button)
          if (hasLightbox) addOpeners(stream, card, tools)
        })
      }
    }
    if (hasLightbox) addOpeners(stream, card, tools)
  }
  foldTexts(
    cards.flatMap((card) => [...card.querySelectorAll('.central-posts-text')]),
    words,
  )
  if (hasConsent(stream)) applyConsent(stream)
}

/** After consent, images load. Players do not start, but lose their warning. */
export const applyConsent = (root) => {
  for (const warning of root.querySelectorAll('.central-posts-loads')) warning.hidden = true
  for (const button of root.querySelectorAll('.central-posts-load[data-kind="image"]')) button.click()
}

/** What enhance() adds. A copy of an enhanced page, such as that of a cache of pages, has it without its listeners. */
const ADDED = '.central-posts-arrow, .central-posts-unfold, .central-posts-open, .central-posts-lightbox'

const removeAdded = (stream) => {
  for (const added of stream.querySelectorAll(ADDED)) added.remove()
  for (const rail of stream.querySelectorAll('.central-posts-rail')) rail.replaceWith(...rail.childNodes)
}

/**
 * Enhances head, posts and foot of one stream.
 *
 * @param {HTMLElement} stream
 * @param {object} tools
 * @param {() => Promise<any>} tools.importLightbox Imports lightbox.js, which also has what loads a player.
 * @param {string} [tools.lightboxStyle] URL of lightbox.css, if the page does not have it.
 * @param {(link: HTMLAnchorElement) => Promise<Element>} [tools.fetchStream] Returns the stream with the next posts.
 */
export const enhance = (stream, tools) => {
  const words = JSON.parse(stream.dataset.words)
  removeAdded(stream)
  const enhanceAll = (cards) => enhanceCards(stream, cards, { ...tools, words })
  const items = stream.querySelector('.central-posts-items')
  enhanceAll(items === null ? [stream] : [...stream.querySelectorAll('.central-posts-item')])
  enhanceMore(stream, words, enhanceAll, tools.fetchStream)
  if (stream.classList.contains('is-carousel') && items !== null) {
    const rail = create('div', 'central-posts-rail')
    items.replaceWith(rail)
    rail.append(items)
    addArrows(items, words, 'Posts')
  }
  if (stream.hasAttribute('data-lightbox')) openNamed(stream, { ...tools, words })
}
