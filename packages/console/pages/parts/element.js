// Elements. Text is only ever set as text: nothing that came from elsewhere is read as markup, and the page's policy
// (Trusted Types) refuses it where somebody tries.

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | undefined | ((event: Event) => void)>} Attributes */

/**
 * An element. A function is a listener (`onclick`), `true` an attribute without a value, `false` and `undefined` none.
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
 * Puts the children in place of those that are there.
 * @param {Element} parent
 * @param {...Child} children
 */
export const fill = (parent, ...children) => {
  parent.replaceChildren()
  append(parent, children)
}

let serial = 0

/** An id that no other element has. */
export const freshId = () => {
  serial += 1
  return `id-${serial}`
}
