import { h, uniqueId } from './element.js'

/**
 * A card with a heading.
 * @param {string} title
 * @param {...import('./element.js').Child} children
 */
export const section = (title, ...children) => {
  const id = uniqueId()
  return h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)
}

/**
 * A list of terms and their values.
 * @param {readonly (readonly [string, import('./element.js').Child])[]} rows
 */
export const facts = (rows) =>
  h('dl', { class: 'facts' }, ...rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))))
