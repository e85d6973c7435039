import { h, uniqueId } from './element.js'

const GAP_PX = 4

/**
 * A button that shows its content below it. A click elsewhere and Escape hide it (Popover API).
 * @param {{ label: readonly import('./element.js').Child[], content: readonly import('./element.js').Child[], class?: string }} options
 */
export const menuButton = ({ label, content, class: name }) => {
  const id = uniqueId()
  const button = h('button', { type: 'button', class: name, popovertarget: id }, ...label)
  const menu = h('div', { id, class: 'menu', popover: 'auto' }, ...content)
  menu.addEventListener('toggle', () => {
    const { bottom, right } = button.getBoundingClientRect()
    menu.style.insetBlockStart = `${bottom + GAP_PX}px`
    menu.style.insetInlineStart = `${Math.max(GAP_PX, right - menu.offsetWidth)}px`
    menu.style.insetInlineEnd = 'auto'
  })
  return { element: h('div', { class: 'menu-area' }, button, menu), button, menu }
}
