// The command palette: one field that finds pages, actions, licenses and requests. A combobox with a list (ARIA Authoring Practices).

import { openDialog } from '../parts/dialog.js'
import { fill, h, uniqueId } from '../parts/element.js'
import { plural } from '../parts/format.js'
import { icon } from '../parts/icon.js'
import { problemText } from '../parts/problem.js'
import { findErrors } from './palette-errors.js'
import { findPages, findPlatforms, findRecords } from './palette-items.js'
import { findSettings } from './palette-settings.js'

/** @typedef {import('./palette-items.js').Item} Item */

const DELAY_MS = 150
const MIN_LENGTH = 2

/** @type {Readonly<Record<string, number>>} */
const MOVES = { ArrowDown: 1, ArrowUp: -1 }

/**
 * @param {{ api: import('./api.js').Api, me: import('./roles.js').Me }} options
 */
export const openPalette = ({ api, me }) => {
  const [listId, status] = [uniqueId(), h('p', { class: 'visually-hidden', role: 'status' })]
  const list = h('div', { id: listId, class: 'palette-list', role: 'listbox', 'aria-label': 'Results' })
  const problem = h('p', { class: 'form-problem' })
  const input = h('input', {
    type: 'text',
    class: 'palette-input',
    role: 'combobox',
    'aria-label': 'Search',
    'aria-expanded': 'true',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    placeholder: 'Search licenses, sites, pages, settings and actions',
    maxlength: 4_096,
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: true,
  })
  /** @type {readonly HTMLAnchorElement[]} */
  let options = []
  let active = 0
  let searches = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const mark = (/** @type {number} */ at) => {
    active = at
    for (const [n, option] of options.entries()) option.setAttribute('aria-selected', String(n === at))
    const option = options[at]
    if (option === undefined) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  /** @param {readonly Item[]} items @param {boolean} isDone */
  const show = (items, isDone) => {
    const groups = Map.groupBy(items, ({ group }) => group)
    const shown = [...groups].map(([group, members]) => optionGroup(group, members))
    options = shown.flatMap((each) => each.options)
    fill(list, ...shown.map(({ element }) => element))
    if (options.length === 0 && isDone)
      fill(list, h('p', { class: 'quiet palette-empty', role: 'option', 'aria-disabled': 'true' }, 'Nothing found'))
    fill(status, isDone && plural(options.length, 'result'))
    mark(0)
  }
  const search = async () => {
    searches += 1
    const current = searches
    const text = input.value.trim()
    const pages = findPages(text, { me })
    clearTimeout(timer)
    fill(problem)
    if (text.length < MIN_LENGTH) return show(pages, true)
    show(pages, false)
    timer = setTimeout(async () => {
      try {
        const found = await Promise.all([
          findPlatforms(api, text),
          findErrors(text),
          findSettings(text),
          findRecords(api, text),
        ])
        if (current === searches) show([...pages, ...found.flat()], true)
      } catch (error) {
        if (current === searches) fill(problem, problemText(error))
      }
    }, DELAY_MS)
  }
  input.addEventListener('input', search)
  input.addEventListener('keydown', (event) => {
    const move = MOVES[event.key]
    if (event.key === 'Enter') options[active]?.click()
    if (move === undefined) return
    event.preventDefault()
    if (options.length > 0) mark((active + move + options.length) % options.length)
  })
  list.addEventListener('pointermove', ({ target }) => {
    const at = options.findIndex((option) => target instanceof Node && option.contains(target))
    if (at >= 0 && at !== active) mark(at)
  })
  search()
  return openDialog(
    'Search',
    (close) => {
      // Also for a link to the page that is shown, which does not close dialogs.
      list.addEventListener('click', close)
      return [h('div', { class: 'palette-field' }, icon('search'), input), problem, list, status]
    },
    'palette',
  )
}

/**
 * @param {string} group
 * @param {readonly Item[]} items
 */
const optionGroup = (group, items) => {
  const id = uniqueId()
  const options = items.map(({ label, note, icon: name, href }) =>
    h(
      'a',
      { id: uniqueId(), role: 'option', href, tabindex: -1, 'aria-selected': 'false' },
      icon(name),
      h('span', { class: 'palette-label' }, label),
      note && h('span', { class: 'quiet palette-note' }, note),
    ),
  )
  const heading = h('p', { id, class: 'palette-group', role: 'presentation' }, group)
  return { options, element: h('div', { role: 'group', 'aria-labelledby': id }, heading, ...options) }
}

/**
 * Opens the palette on Ctrl-K, Cmd-K, and `/` outside of fields. Returns a function that ends this.
 * @param {() => void} open
 */
export const onPaletteKey = (open) => {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const isField = event.target instanceof Element && event.target.closest('input, select, textarea') !== null
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const isSlash = event.key === '/' && !isField && !event.ctrlKey && !event.metaKey && !event.altKey
    if ((!isCommand && !isSlash) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    open()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
