// A field with a searchable list of options, by the pattern “Combobox” of the ARIA Authoring Practices Guide: the focus stays in
// the input, and the arrow keys move through the list.

import { fill, h, uniqueId } from './element.js'
import { field } from './form.js'
import { problemText } from './problem.js'

/** @typedef {{ readonly value: string, readonly label: string, readonly detail?: string }} Option */

/** Typing pauses that long before a search. */
const PAUSE_MS = 150

/**
 * @param {{
 *   name: string,
 *   label: string,
 *   hint?: string,
 *   chosen: Option,
 *   find: (text: string) => readonly Option[] | Promise<readonly Option[]>,
 *   onChoose: (option: Option) => void,
 * }} options `find` returns the options for a typed text, or all of them for an empty one
 * @returns {import('./form.js').Field & { value: () => string, choose: (option: Option) => void }} `choose` chooses as a person does
 */
export const comboboxField = ({ name, label, hint, chosen, find, onChoose }) => {
  let current = chosen
  /** @type {readonly Option[]} */
  let options = []
  let active = -1
  let searches = 0
  let timer = 0
  const list = h('ul', { role: 'listbox', class: 'options', id: uniqueId(), 'aria-label': label, hidden: true })
  const none = h('p', { class: 'options none', hidden: true, role: 'status' })
  const input = h('input', {
    type: 'text',
    role: 'combobox',
    value: chosen.label,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: 4_096,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  })

  const close = () => {
    clearTimeout(timer)
    searches += 1
    list.hidden = true
    none.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    input.value = current.label
  }
  const choose = (/** @type {Option} */ option) => {
    const isNew = option.value !== current.value
    current = option
    close()
    if (isNew) onChoose(option)
  }
  const activate = (/** @type {number} */ at) => {
    active = at
    for (const [index, element] of [...list.children].entries()) {
      element.setAttribute('aria-selected', String(index === at))
      if (index !== at) continue
      input.setAttribute('aria-activedescendant', element.id)
      element.scrollIntoView({ block: 'nearest' })
    }
  }
  const show = (/** @type {readonly Option[]} */ found, /** @type {string} */ nothing) => {
    options = found
    const rows = found.map((option) =>
      h(
        'li',
        { role: 'option', id: uniqueId(), 'aria-selected': 'false', onclick: () => choose(option) },
        h('span', { class: 'option-label' }, option.label),
        option.detail && h('span', { class: 'option-detail' }, option.detail),
      ),
    )
    fill(list, ...rows)
    list.hidden = found.length === 0
    fill(none, nothing)
    none.hidden = found.length > 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    input.removeAttribute('aria-activedescendant')
    const at = found.findIndex(({ value }) => value === current.value)
    if (found.length > 0) activate(Math.max(0, at))
  }
  const search = async (/** @type {string} */ text) => {
    searches += 1
    const mine = searches
    try {
      const found = await find(text)
      if (mine === searches) show(found, `Nothing matches “${input.value.trim()}”.`)
    } catch (error) {
      if (mine === searches) show([], problemText(error))
    }
  }
  const open = () => search('')
  const isOpen = () => !list.hidden || !none.hidden

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => search(input.value.trim()), PAUSE_MS)
  })
  input.addEventListener('click', () => {
    if (list.hidden) open()
  })
  // Typing replaces the label.
  input.addEventListener('focus', () => input.select())
  input.addEventListener('blur', close)
  // The focus stays in the input while the pointer chooses.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  input.addEventListener('keydown', (event) => {
    // A modifier belongs to a shortcut of the page.
    if (event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (list.hidden) open()
      else activate((active + step + options.length) % options.length)
    } else if (event.key === 'Enter' && (isOpen() || input.value !== current.label)) {
      // It chooses, and does not submit the form.
      event.preventDefault()
      const option = options[active]
      if (list.hidden) search(input.value.trim())
      else if (option) choose(option)
    } else if (event.key === 'Escape' && isOpen()) {
      event.preventDefault()
      close()
    }
  })

  const made = field({ name, label, ...(hint !== undefined && { hint }), control: input })
  const box = h('div', { class: 'combobox' })
  input.replaceWith(box)
  box.append(input, list, none)
  return { ...made, value: () => current.value, choose }
}
