// Measures the boxes of a page in the browser: what overlaps, what sticks out, and what wraps that should not.

import type { Page } from 'playwright-core'

/** Runs in the page. Names each element by its tag, its class and its text. */
const MEASURE = `(() => {
  const nameOf = (element) =>
    [element.localName, element.className && typeof element.className === 'string' ? '.' + element.className.trim().replace(/\\s+/g, '.') : '',
      ' “' + (element.textContent ?? '').trim().slice(0, 30) + '”'].join('')
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
  const isInFlow = (element) => {
    const { position, display, float } = getComputedStyle(element)
    return !['absolute', 'fixed'].includes(position) && !display.startsWith('inline') && display !== 'contents' && float === 'none'
  }
  const all = [...document.querySelectorAll('body *:not(svg *)')].filter((element) => isShown(element) && !element.matches('.visually-hidden, .visually-hidden *'))
  const faults = []
  for (const parent of all) {
    const isFlex = /flex|grid/.test(getComputedStyle(parent).display)
    const children = [...parent.children].filter((child) => isShown(child) && (isFlex ? !['absolute', 'fixed'].includes(getComputedStyle(child).position) : isInFlow(child)))
      .filter((child) => !child.matches('.visually-hidden, thead'))
    const boxes = children.map((child) => child.getBoundingClientRect())
    for (let one = 0; one < boxes.length; one += 1) {
      for (let other = one + 1; other < boxes.length; other += 1) {
        const [a, b] = [boxes[one], boxes[other]]
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (width > 1 && height > 1) faults.push('overlap: ' + nameOf(children[one]) + ' and ' + nameOf(children[other]))
      }
    }
  }
  // A scrolling or clipping element may be narrower than its content.
  for (const element of all) {
    const { overflowX } = getComputedStyle(element)
    const limit = element.closest('.card, .bar, .side, dialog')
    if (limit === null || limit === element || element.closest('.scroller, pre, .plot-area, .trail, .clipped, .palette-list, iframe')) continue
    if (overflowX !== 'visible') continue
    const [box, outer] = [element.getBoundingClientRect(), limit.getBoundingClientRect()]
    if (box.width > 0 && (box.right > outer.right + 1 || box.left < outer.left - 1)) faults.push('sticks out: ' + nameOf(element))
  }
  const lineOf = (element) => Number.parseFloat(getComputedStyle(element).lineHeight) || 20
  for (const element of all.filter((each) => (innerWidth >= 1280 && each.matches('thead th')) || each.matches('button, .button, .pill, .side a, .trail > *, .segments > *, .tabs > *, .moments > *, .levels > *'))) {
    if (element.matches('.row-link')) continue
    const range = document.createRange()
    range.selectNodeContents(element)
    if (range.getBoundingClientRect().height > 1.5 * lineOf(element)) faults.push('wraps: ' + nameOf(element))
  }
  const bar = document.querySelector('.bar')
  if (bar !== null && bar.getBoundingClientRect().height > 53) faults.push('wraps: the bar')
  return [...new Set(faults)]
})()`

/** The faults of the page as it is shown now. An empty list if there are none. */
export const boxFaults = async (page: Page): Promise<readonly string[]> => (await page.evaluate(MEASURE)) as string[]
