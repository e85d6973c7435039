// Measures the layout of a page by the boxes of its elements. Runs in the browser. The result is what is wrong, in words; an
// empty list if nothing is.

;(() => {
  const faults = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`The page scrolls to ${root.scrollWidth}`)

  const isShown = (element) => element.getClientRects().length > 0 && !element.matches('.skip')
  const nameOf = ({ localName, className, textContent }) =>
    `${localName}.${className} “${textContent.trim().slice(0, 40)}”`
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1

  // The head is one line: its parts have the same middle, and its texts one line each.
  const parts = [...document.querySelectorAll('.top > *')].filter(isShown)
  const middles = parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)
  if (Math.max(...middles) - Math.min(...middles) > 2) faults.push('The head wraps')
  for (const part of document.querySelectorAll('.top a, .top button')) {
    if (isShown(part) && part.getBoundingClientRect().height > 48) faults.push(`${nameOf(part)} in the head wraps`)
  }

  // Neighbors do not overlap.
  const isMeasured = (element) => {
    const { position, display } = getComputedStyle(element)
    return isShown(element) && position !== 'absolute' && !display.startsWith('inline')
  }
  const parents =
    '.top, .frame, main, .prose, .prose li, .reference section, .reference section > div, .home ul, footer'
  for (const parent of document.querySelectorAll(parents)) {
    const children = [...parent.children].filter(isMeasured)
    for (const [index, child] of children.entries()) {
      const next = children[index + 1]
      if (next && overlaps(child.getBoundingClientRect(), next.getBoundingClientRect())) {
        faults.push(`${nameOf(child)} overlaps ${nameOf(next)}`)
      }
    }
  }

  // Text is inside the window, unless it is in a part that scrolls.
  for (const element of document.querySelectorAll(
    'main :is(h1, h2, h3, h4, p, li, dt, dd, figcaption, a, button, img)',
  )) {
    if (!isShown(element) || element.closest('pre, .table')) continue
    const { left, right } = element.getBoundingClientRect()
    if (left < -1 || right > root.clientWidth + 1) faults.push(`${nameOf(element)} is outside of the window`)
  }
  return faults
})()
