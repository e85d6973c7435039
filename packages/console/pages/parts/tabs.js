// Tabs, by the pattern “Tabs” of the ARIA Authoring Practices Guide: one stop for the Tab key, and arrow keys that select.

import { h, uniqueId } from './element.js'

/**
 * @typedef {object} Tab
 * @property {string} id
 * @property {string} label
 * @property {HTMLElement} panel several tabs may share one
 */
/** @typedef {{ list: HTMLElement, select: (id: string) => void, rename: (id: string, label: string) => void }} Tabs */

/** @type {Readonly<Record<string, (at: number, count: number) => number>>} */
const MOVES = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * The list of tabs, and a function that selects one without calling `onSelect`. The caller places list and panels.
 * @param {{ label: string, tabs: readonly Tab[], selected: string, class?: string, onSelect?: (id: string) => void }} options
 * @returns {Tabs}
 */
export const tabList = ({ label, tabs, selected, class: name = 'tab-list', onSelect }) => {
  const buttons = tabs.map(({ id, label: text, panel }) => {
    if (panel.id === '') panel.id = uniqueId()
    panel.setAttribute('role', 'tabpanel')
    const choose = () => {
      select(id)
      onSelect?.(id)
    }
    return h(
      'button',
      { type: 'button', role: 'tab', id: uniqueId(), 'aria-controls': panel.id, onclick: choose },
      text,
    )
  })
  const select = (/** @type {string} */ id) => {
    const shown = tabs.find((tab) => tab.id === id)
    if (!shown) return
    for (const [at, { panel }] of tabs.entries()) {
      const isSelected = tabs[at] === shown
      const button = /** @type {HTMLButtonElement} */ (buttons[at])
      button.setAttribute('aria-selected', String(isSelected))
      button.tabIndex = isSelected ? 0 : -1
      panel.hidden = panel !== shown.panel
      if (isSelected) panel.setAttribute('aria-labelledby', button.id)
    }
  }
  const onkeydown = (/** @type {Event} */ event) => {
    if (!(event instanceof KeyboardEvent)) return
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
    const move = MOVES[event.key]
    if (at < 0 || move === undefined) return
    event.preventDefault()
    const next = buttons[move(at, buttons.length)]
    next?.focus()
    next?.click()
  }
  const rename = (/** @type {string} */ id, /** @type {string} */ text) => {
    const button = buttons[tabs.findIndex((tab) => tab.id === id)]
    if (button) button.textContent = text
  }
  select(selected)
  return {
    list: h('div', { role: 'tablist', class: name, 'aria-label': label, onkeydown }, ...buttons),
    select,
    rename,
  }
}
