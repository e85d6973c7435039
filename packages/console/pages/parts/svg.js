import { fill } from './element.js'

const NAMESPACE = 'http://www.w3.org/2000/svg'

/**
 * Creates an SVG element.
 * @param {'svg' | 'g' | 'rect' | 'line' | 'path' | 'circle' | 'text' | 'title'} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {...import('./element.js').Child} children
 */
export const svg = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS(NAMESPACE, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  fill(element, ...children)
  return element
}
