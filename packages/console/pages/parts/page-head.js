import { h } from './element.js'

/**
 * The heading of a page with its actions.
 * @param {string} title
 * @param {...import('./element.js').Child} actions
 */
export const pageHead = (title, ...actions) =>
  h('div', { class: 'page-head' }, h('h1', {}, title), h('div', { class: 'actions' }, ...actions))
