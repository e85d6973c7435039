// Creates elements. Strings become text nodes and are never parsed as HTML. The page's Trusted Types policy blocks any code
// that tries to.

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | undefined | ((event: Event) => void)>} Attributes */

/**
 * Creates an element. A function adds a listener (`onclick`), `true` sets an empty attribute, and `false` and `undefined` set none.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} attributes
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value))
  }
  append(element, children)
  return element
}

/**
 * @param {Element} parent
 * @param {readonly (Child | readonly Child[])[]} children
 */
const append = (parent, children) => {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue
    parent.append(child instanceof Node ? child : String(child))
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {...Child} children
 */
export const fill = (parent, ...children) => {
  parent.replaceChildren()
  append(parent, children)
}

let serial = 0

/** An element id that is unique on the page. */
export const uniqueId = () => {
  serial += 1
  return `id-${serial}`
}
