// Fields that show all of their options: radio buttons, or checkboxes with an option for all.

import { invalidField } from '../app/api.js'
import { h } from './element.js'
import { field } from './form.js'

/** @typedef {readonly (readonly [value: string, label: string])[]} Choices */

/**
 * Radio buttons. The first option is preselected.
 * @param {{ name: string, label: string, choices: Choices }} options
 */
export const choiceField = ({ name, label, choices }) => {
  const radios = choices.map(([value, text], at) =>
    h('label', { class: 'choice' }, h('input', { type: 'radio', name, value, checked: at === 0 }), text),
  )
  return field({ name, label, control: h('fieldset', {}, ...radios) })
}

/** @param {import('./form.js').Field} field */
export const readChoice = ({ control }) =>
  /** @type {HTMLInputElement} */ (control.querySelector('input:checked')).value

/**
 * A checkbox for all options, including ones added later, or a checkbox for each option.
 * @param {{ name: string, label: string, all: string, choices: Choices, chosen: readonly string[] | null }} options
 */
export const allOrSomeField = ({ name, label, all: allText, choices, chosen }) => {
  const boxes = choices.map(([value, text]) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'checkbox', value, checked: chosen?.includes(value) ?? false }),
      text,
    ),
  )
  const some = h('div', { class: 'choices', hidden: chosen === null }, ...boxes)
  const all = h('input', { type: 'checkbox', class: 'all', checked: chosen === null })
  all.addEventListener('change', () => {
    some.hidden = all.checked
  })
  return field({ name, label, control: h('fieldset', {}, h('label', { class: 'choice' }, all, allText), some) })
}

/**
 * Returns null for all. Throws if no option is selected.
 * @param {import('./form.js').Field} field
 */
export const readAllOrSome = ({ name, control }) => {
  const all = /** @type {HTMLInputElement} */ (control.querySelector('.all'))
  if (all.checked) return null
  const selected = control.querySelectorAll('.choices input:checked')
  if (selected.length === 0) throw invalidField(name, 'Select at least one option, or select all')
  return [...selected].map((box) => /** @type {HTMLInputElement} */ (box).value)
}
