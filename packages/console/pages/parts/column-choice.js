// The choice of a table's columns. It is kept in the browser: it concerns nobody else.

import { fill, h } from './element.js'
import { icon } from './icon.js'
import { menuButton } from './menu-button.js'

const PREFIX = 'central-api-columns-'

/** @typedef {{ readonly id: string, readonly label: string, readonly isExtra?: boolean }} Choosable */

/**
 * The columns that are not shown. Unknown ids of an earlier version do no harm.
 * @param {string} table
 * @param {readonly Choosable[]} columns
 * @returns {Set<string>}
 */
export const hiddenColumns = (table, columns) => {
  const saved = localStorage.getItem(PREFIX + table)
  if (saved !== null) return new Set(saved.split(' '))
  return new Set(columns.filter(({ isExtra }) => isExtra).map(({ id }) => id))
}

/**
 * A button with a menu of checkboxes.
 * @param {{ id: string, columns: readonly Choosable[], hidden: Set<string>, onChange: () => void }} options `hidden` is changed
 */
export const columnChoice = ({ id: table, columns, hidden, onChange }) => {
  const { element, menu } = menuButton({ label: [icon('columns'), 'Columns'], content: [] })
  const box = (/** @type {Choosable} */ { id, label }) => {
    const input = h('input', { type: 'checkbox', checked: !hidden.has(id) })
    input.addEventListener('change', () => {
      if (input.checked) hidden.delete(id)
      else hidden.add(id)
      localStorage.setItem(PREFIX + table, [...hidden].join(' '))
      onChange()
    })
    return h('label', { class: 'choice menu-choice' }, input, label)
  }
  const legend = () => h('legend', { class: 'visually-hidden' }, 'Columns')
  menu.addEventListener('beforetoggle', () => fill(menu, h('fieldset', {}, legend(), ...columns.map(box))))
  return element
}
