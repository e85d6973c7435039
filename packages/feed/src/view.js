// Runs on a visitor's page. Everything that it adds is an extra: without it all posts and links are there. Sends no requests by itself.

import { addArrows } from './arrows.js'
import { foldTexts } from './fold.js'
import { enhanceMore } from './load-more.js'
import { hasConsent, load, replaceBroken } from './media.js'
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
  addArrows(strip, words, (index) => {
    number.textContent = index === 0 ? total : `${index + 1}/${total}`
  })
}

/** Enhances cards of a stream: those that are there at first, and those that are added later. */
const enhanceCards = (stream, cards, words) => {
  const hasLightbox = stream.hasAttribute('data-lightbox')
  for (const card of cards) {
    enhancePictures(card)
    enhanceGallery(card, words)
    for (const button of card.querySelectorAll('.central-posts-load')) {
      button.hidden = false
      if (button.dataset.kind === 'image' || !hasLightbox) {
        button.addEventListener('click', () => {
          load(button)
          if (hasLightbox) addOpeners(stream, card, words)
        })
      }
    }
    if (hasLightbox) addOpeners(stream, card, words)
  }
  foldTexts(
    cards.flatMap((card) => [...card.querySelectorAll('.central-posts-text')]),
    words,
  )
  if (hasConsent()) applyConsent(stream)
}

/** After consent, images load. Players do not start, but lose their warning. */
const applyConsent = (root) => {
  for (const button of root.querySelectorAll('.central-posts-load[data-kind="image"]')) button.click()
  for (const warning of root.querySelectorAll('.central-posts-loads')) warning.hidden = true
}

/** Enhances head, posts and foot of one stream. */
export const enhance = (stream) => {
  const words = JSON.parse(stream.dataset.words)
  const enhanceAll = (cards) => enhanceCards(stream, cards, words)
  const items = stream.querySelector('.central-posts-items')
  enhanceAll(items === null ? [stream] : [...items.children])
  enhanceMore(stream, words, enhanceAll)
  if (stream.classList.contains('is-carousel') && items !== null) {
    const rail = Object.assign(document.createElement('div'), { className: 'central-posts-rail' })
    items.replaceWith(rail)
    rail.append(items)
    addArrows(items, words)
  }
  if (stream.hasAttribute('data-lightbox')) openNamed(stream, words)
}

for (const stream of document.querySelectorAll('.central-posts-stream[data-words]')) enhance(stream)
document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
  if (detail?.marketing === 'allow') applyConsent(document)
})
