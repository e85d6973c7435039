// The side navigation: all pages in groups, by what they are about.

import { h } from '../parts/element.js'
import { icon } from '../parts/icon.js'

/** @typedef {{ readonly section: string, readonly label: string }} Entry */

/** @type {readonly { readonly label: string, readonly entries: readonly Entry[] }[]} */
export const GROUPS = [
  {
    label: '',
    entries: [
      { section: 'overview', label: 'Overview' },
      { section: 'requests', label: 'Requests' },
    ],
  },
  {
    label: 'Customers',
    entries: [
      { section: 'licenses', label: 'Licenses' },
      { section: 'plans', label: 'Plans' },
    ],
  },
  {
    label: 'Sources',
    entries: [
      { section: 'platforms', label: 'Platforms' },
      { section: 'connections', label: 'Accounts' },
      { section: 'images', label: 'Images' },
      { section: 'playground', label: 'Playground' },
    ],
  },
  {
    label: 'Operations',
    entries: [
      { section: 'webhooks', label: 'Webhooks' },
      { section: 'audit', label: 'Audit' },
      { section: 'operators', label: 'Operators' },
      { section: 'signing-keys', label: 'Signing keys' },
    ],
  },
]

/**
 * The names of a page and of its group in the navigation.
 * @param {string} section
 */
export const placeOf = (section) => {
  for (const { label: group, entries } of GROUPS) {
    const label = entries.find((each) => each.section === section)?.label
    if (label !== undefined) return { group, label }
  }
  return { group: '', label: section }
}

/**
 * The links to all pages. `mark` marks the one to the page that is shown.
 * @param {string} home the URL of the first page
 */
export const createNavigation = (home) => {
  const links = new Map(
    GROUPS.flatMap(({ entries }) => entries).map(({ section, label }) => [
      section,
      h('a', { href: `#/${section}` }, icon(section), h('span', {}, label)),
    ]),
  )
  const lists = GROUPS.map(({ label, entries }) => {
    const items = entries.map(({ section }) => h('li', {}, links.get(section)))
    if (label === '') return h('ul', {}, ...items)
    const id = `group-${label.toLowerCase()}`
    return h('div', {}, h('p', { class: 'group', id }, label), h('ul', { 'aria-labelledby': id }, ...items))
  })
  const brand = h(
    'a',
    { class: 'brand', href: home },
    h('img', { src: 'assets/icon.svg', alt: '', width: 24, height: 24 }),
    h('span', {}, 'Central API'),
  )
  const element = h('nav', { 'aria-label': 'Pages' }, brand, h('div', { class: 'groups' }, ...lists))
  return {
    element,
    /** @param {string} section */
    mark(section) {
      for (const [each, link] of links) {
        if (each === section) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
  }
}
