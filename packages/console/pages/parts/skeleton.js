// Shapes in place of content that is loading.

import { h } from './element.js'

const ROWS = 6

const loading = () => h('p', { class: 'visually-hidden' }, 'Loading…')

/** In place of a page: its heading and a list. */
export const pageSkeleton = () => [
  loading(),
  h('div', { class: 'skeleton skeleton-head' }),
  h('div', { class: 'card' }, ...Array.from({ length: ROWS }, () => h('div', { class: 'skeleton skeleton-row' }))),
]

/**
 * In place of cards.
 * @param {number} count
 */
export const cardSkeletons = (count) => [
  loading(),
  ...Array.from({ length: count }, () => h('div', { class: 'card skeleton skeleton-card' })),
]
