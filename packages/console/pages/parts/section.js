import { freshId, h } from './element.js'

/**
 * A part of a page under a heading of its own.
 * @param {string} title
 * @param {...import('./element.js').Child} children
 */
export const section = (title, ...children) => {
  const id = freshId()
  return h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)
}

/**
 * Facts, a term and what it is.
 * @param {readonly (readonly [string, import('./element.js').Child])[]} rows
 */
export const facts = (rows) =>
  h('dl', { class: 'facts' }, ...rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))))
