const NAMESPACE = 'http://www.w3.org/2000/svg'

/**
 * Outlines in a box of 24 pixels, by the name of a count.
 * @type {Readonly<Record<string, string>>}
 */
const OUTLINES = {
  likes: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10Z',
  comments: 'M20 11.5a7.5 7.5 0 0 1-11 6.6L4.5 19.5 6 15.3A7.5 7.5 0 1 1 20 11.5Z',
  shares: 'M5 13v5.5h14V13M12 15V4.5M8 8.5l4-4 4 4',
  views: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm6.5 0a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z',
}

/** @param {string} name */
export const icon = (name) => {
  const svg = document.createElementNS(NAMESPACE, 'svg')
  const path = document.createElementNS(NAMESPACE, 'path')
  path.setAttribute('d', OUTLINES[name] ?? '')
  for (const [key, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '16',
    height: '16',
    'aria-hidden': 'true',
  })) {
    svg.setAttribute(key, value)
  }
  svg.append(path)
  return svg
}
