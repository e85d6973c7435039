// Fields whose answers are all in sight: one of a few, or some of many.

import { wrong } from '../app/api.js'
import { h } from './element.js'
import { field } from './form.js'

/** @typedef {readonly (readonly [value: string, label: string])[]} Choices */

/**
 * One of a few; the first, if nothing else is chosen.
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
 * All, also those to come; or those that are ticked.
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
 * null for all. Throws where none is ticked.
 * @param {import('./form.js').Field} field
 */
export const readAllOrSome = ({ name, control }) => {
  const all = /** @type {HTMLInputElement} */ (control.querySelector('.all'))
  if (all.checked) return null
  const ticked = control.querySelectorAll('.choices input:checked')
  if (ticked.length === 0) throw wrong(name, 'Choose at least one, or all of them')
  return [...ticked].map((box) => /** @type {HTMLInputElement} */ (box).value)
}
