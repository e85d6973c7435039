// Arrows beside a strip that scrolls sideways. Without a script it is scrolled by touch, wheel and keys.

import { createButton } from './create.js'

const PATHS = { previous: 'm14.5 5-7 7 7 7', next: 'm9.5 5 7 7-7 7' }

/** A round button with an arrow; `direction` is `previous` or `next`. */
export const arrowButton = (direction, label) => {
  const innerHTML = `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[direction]}"/></svg>`
  return createButton(`central-posts-arrow is-${direction}`, { ariaLabel: label, innerHTML })
}

/** Scroll position and its end, in pixels, from the side where reading begins. */
const positionOf = (strip) => ({ at: Math.abs(strip.scrollLeft), end: strip.scrollWidth - strip.clientWidth })

/**
 * Adds arrows before the strip. `what` they move, `Image` or `Posts`, is in their labels. `onMove` gets the number of the item in view,
 * from 0. A disabled arrow keeps the focus.
 */
export const addArrows = (strip, words, what, onMove = () => {}) => {
  const arrows = ['previous', 'next'].map((direction) => arrowButton(direction, words[direction + what]))
  const [previous, next] = arrows
  const update = () => {
    const { at, end } = positionOf(strip)
    previous.ariaDisabled = at < 4
    next.ariaDisabled = at > end - 4
    onMove(Math.round(at / Math.max(1, strip.clientWidth)))
  }
  for (const [index, arrow] of arrows.entries()) {
    arrow.addEventListener('click', () => {
      const sign = (index === 0 ? -1 : 1) * (strip.matches(':dir(rtl)') ? -1 : 1)
      strip.scrollBy({ left: sign * strip.clientWidth })
    })
  }
  strip.addEventListener('scroll', update, { passive: true })
  new ResizeObserver(update).observe(strip)
  strip.before(...arrows)
}
