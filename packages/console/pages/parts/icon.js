// Icons of the console: lines on a grid of 16 units. They are decorative: the text or label next to them carries the meaning.

import { svg } from './svg.js'

/** @type {Readonly<Record<string, string>>} */
const PATHS = {
  overview: 'M2.5 2.5h4v5h-4z M9.5 2.5h4v3h-4z M9.5 8.5h4v5h-4z M2.5 10.5h4v3h-4z',
  requests: 'M2.5 4h1 M6 4h7.5 M2.5 8h1 M6 8h7.5 M2.5 12h1 M6 12h7.5',
  licenses: 'M10.5 9.5a4 4 0 1 0-3.8-2.8L2.5 11v2.5H5V12h1.5v-1.5L7.7 9.3a4 4 0 0 0 2.8.2z M11.2 4.8v.01',
  plans: 'M8 2 14 5 8 8 2 5z M2 8l6 3 6-3 M2 11l6 3 6-3',
  platforms:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M2 8h12 M8 2c2 2 2.5 4 2.5 6S10 12 8 14 M8 2C6 4 5.5 6 5.5 8S6 12 8 14',
  connections: 'M6.5 9.5 9.5 6.5 M7 5l1.6-1.6a2.8 2.8 0 0 1 4 4L11 9 M9 11l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7',
  images: 'M2.5 3h11v10h-11z M2.5 11l3.2-3.2 2.6 2.6 2-2 3.2 3.2 M10.6 5.9v.01',
  playground: 'M4.5 2.8v10.4L13 8z',
  webhooks: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  audit: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z M8 4.8V8l2.2 1.6',
  operators: 'M8 7.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4z M2.8 13.9c.4-2.6 2.5-4 5.2-4s4.8 1.4 5.2 4',
  'signing-keys': 'M3.5 7h9v6.5h-9z M5.5 7V4.8a2.5 2.5 0 0 1 5 0V7',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z M10.3 10.3 13.5 13.5',
  menu: 'M2.5 4.5h11 M2.5 8h11 M2.5 11.5h11',
  close: 'M4 4l8 8 M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  refresh: 'M13.2 6.5A5.5 5.5 0 1 0 13.5 8.5 M13.5 3v3.6H9.9',
  columns: 'M2.5 3h11v10h-11z M6.2 3v10 M9.8 3v10',
  book: 'M8 4.2C6.5 3 4.5 2.8 2.5 3v9.5c2-.2 4 0 5.5 1.2 1.5-1.2 3.5-1.4 5.5-1.2V3c-2-.2-4 0-5.5 1.2z M8 4.2v9.5',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  plus: 'M8 3v10 M3 8h10',
}

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  svg(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: PATHS[name] ?? '' }),
  )
