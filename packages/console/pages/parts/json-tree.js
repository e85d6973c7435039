// JSON as a tree: objects and arrays fold, and their content is created when they are first opened.

import { fill, h } from './element.js'
import { plural } from './format.js'

/** Levels that are open at first: in a response, down to its list of posts. */
const OPEN_DEPTH = 4
/** A longer text makes the page slow, such as the body of a validated page. */
const MAX_TEXT = 2_000
/** Of the text that stands for a folded object. */
const MAX_FIRST_TEXT = 40

/** @param {unknown} value @returns {value is object} */
const isBranch = (value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0

/**
 * @param {unknown} value
 * @param {number} [depth]
 * @param {string} [name] the key of the value in its object
 * @returns {HTMLElement}
 */
export const jsonTree = (value, depth = 0, name) => {
  const key = name === undefined ? [] : [h('span', { class: 't-key' }, JSON.stringify(name)), ': ']
  if (!isBranch(value)) return h('div', { class: 'json-leaf' }, ...key, ...leaf(value))
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? '[]' : '{}'
  const count = isArray
    ? plural(value.length, 'item')
    : [firstText(value), plural(Object.keys(value).length, 'field')].join('')
  const content = h('div', { class: 'json-content' })
  const children = () =>
    isArray
      ? value.map((each) => jsonTree(each, depth + 1))
      : Object.entries(value).map(([field, each]) => jsonTree(each, depth + 1, field))
  const branch = h(
    'details',
    { class: 'json-branch', open: depth < OPEN_DEPTH },
    h('summary', {}, ...key, open, h('span', { class: 'json-folded' }, ` ${count} ${close}`)),
    content,
    h('div', {}, close),
  )
  const build = () => {
    if (content.childElementCount === 0) fill(content, ...children())
  }
  if (branch.open) build()
  branch.addEventListener('toggle', build)
  return branch
}

/** The first text of an object, which tells it from its neighbors. @param {object} value */
const firstText = (value) => {
  const [name, text] = Object.entries(value).find(([, each]) => typeof each === 'string') ?? []
  return name === undefined || text.length > MAX_FIRST_TEXT ? '' : `${name} ${JSON.stringify(text)}, `
}

/** @param {unknown} value */
const leaf = (value) => {
  if (typeof value !== 'string') return [h('span', { class: 't-word' }, JSON.stringify(value))]
  const text = value.slice(0, MAX_TEXT)
  const more = value.length - text.length
  return [
    h('span', { class: 't-string', dir: 'auto' }, JSON.stringify(text)),
    more > 0 && h('span', { class: 'json-folded' }, ` and ${plural(more, 'more character')}`),
  ]
}

/**
 * Opens or folds all branches below an element.
 * @param {Element} tree
 * @param {boolean} isOpen
 */
export const setAllOpen = (tree, isOpen) => {
  for (const branch of tree.querySelectorAll('details')) {
    branch.open = isOpen
    // The toggle event comes later, and only then would the content exist.
    branch.dispatchEvent(new Event('toggle'))
  }
  // Opening creates further branches, which are folded at first.
  if (isOpen && tree.querySelector('details:not([open])')) setAllOpen(tree, isOpen)
}
