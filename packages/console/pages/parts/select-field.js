// A field with a menu, for the filter of a page.

import { h } from './element.js'
import { field } from './form.js'

/** @typedef {readonly (readonly [value: string, label: string])[]} Options */

/** Any of the values, or none of them. @param {readonly string[]} values @returns {Options} */
export const any = (values) => [['', 'any'], ...values.map((value) => /** @type {const} */ ([value, value]))]

/** @param {{ name: string, label: string, value: string, options: Options }} options */
export const selectField = ({ name, label, value, options }) => {
  // A bookmark may contain a value that is not in the list, such as the status 429.
  const all = options.some(([each]) => each === value) ? options : [...options, /** @type {const} */ ([value, value])]
  const items = all.map(([each, text]) => h('option', { value: each, selected: each === value }, text))
  return field({ name, label, control: h('select', {}, ...items) })
}
