// The bar above each page: where the page is, the account, and on small screens the button that opens the navigation.

import { openDrawer } from '../parts/dialog.js'
import { fill, h } from '../parts/element.js'
import { icon } from '../parts/icon.js'
import { placeOf } from './navigation.js'

/**
 * @param {{ side: HTMLElement, account: HTMLElement, onSearch: () => void }} options `side`: the navigation, which the menu button
 * shows in a drawer
 */
export const createTopBar = ({ side, account, onSearch }) => {
  const trail = h('div', { class: 'trail' })
  const menu = h(
    'button',
    {
      type: 'button',
      class: 'quiet-button menu-button',
      'aria-label': 'Menu',
      onclick: () => openDrawer('Menu', side),
    },
    icon('menu'),
  )
  const search = h(
    'button',
    {
      type: 'button',
      class: 'search-button',
      'aria-label': 'Search or jump to',
      'aria-keyshortcuts': 'Control+K /',
      onclick: onSearch,
    },
    icon('search'),
    h('span', { class: 'search-text' }, 'Search or jump to'),
    h('kbd', { 'aria-hidden': 'true' }),
  )
  return {
    element: h('header', { class: 'bar' }, menu, trail, h('div', { class: 'bar-end' }, search, account)),
    /**
     * Shows the path to the page. The parts of a page that belongs to a list begin with a link to the list.
     * @param {{ section: string, isList: boolean, title: string }} page `section` is empty for a page outside of the navigation
     */
    locate({ section, isList, title }) {
      const { group, label } = placeOf(section)
      const slash = () => h('span', { class: 'slash', 'aria-hidden': 'true' }, '/')
      const list = { class: 'trail-link', href: `#/${section}`, 'aria-label': `All ${label.toLowerCase()}` }
      fill(
        trail,
        ...(group === '' ? [] : [h('span', { class: 'group' }, group, slash())]),
        ...(isList
          ? [h('span', { class: 'here' }, label === '' ? title : label)]
          : [h('a', list, label), slash(), h('span', { class: 'here' }, title)]),
      )
    },
  }
}
