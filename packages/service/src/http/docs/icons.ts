// The icons of the pages, drawn on a grid of 24 by 24. They inherit the color of the text.

import { type Markup, raw } from './markup.ts'

const icon = (paths: string): Markup =>
  raw(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  )

export const ICONS = {
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  close: icon('<path d="M6 6l12 12M18 6L6 18"/>'),
  search: icon('<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4 4"/>'),
  previous: icon('<path d="M15 6l-6 6 6 6"/>'),
  next: icon('<path d="M9 6l6 6-6 6"/>'),
  php: icon('<path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14"/>'),
  javascript: icon(
    '<path d="M8 4c-2 0-3 1-3 3v2c0 2-1 3-2 3 1 0 2 1 2 3v2c0 2 1 3 3 3M16 4c2 0 3 1 3 3v2c0 2 1 3 2 3-1 0-2 1-2 3v2c0 2-1 3-3 3"/>',
  ),
  operator: icon(
    '<rect x="3.5" y="4" width="17" height="6.5" rx="1.5"/><rect x="3.5" y="13.5" width="17" height="6.5" rx="1.5"/><path d="M7.5 7.25h.01M7.5 16.75h.01"/>',
  ),
  'site-owner': icon(
    '<rect x="3" y="4.5" width="18" height="15" rx="2"/><path d="M3 9h18M7.5 13h4v3.5h-4zM14.5 13h3M14.5 16.5h3"/>',
  ),
} as const satisfies Readonly<Record<string, Markup>>
