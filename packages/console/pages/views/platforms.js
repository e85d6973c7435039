// All platforms, with a search and a filter by status. Those that stopped working come first, then the others by name.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { fill, h } from '../parts/element.js'
import { field } from '../parts/form.js'
import { plural } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { platformStatus, STATUSES, statusOf } from './platform-status.js'
import { platformTile } from './platform-tile.js'

const TITLE = 'Platforms'
const HASH = '#/platforms'

/** @type {import('../app/routes.js').View} */
export const platforms = async (visit) => {
  const { api, query, reload } = visit
  /** @type {{ platforms: OperatorPlatform[] }} */
  const { platforms: all } = await api.get('/platforms')
  const sorted = all.toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
  const tiles = sorted.map((platform) => ({ platform, element: platformTile(visit, platform) }))
  const search = h('input', {
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 100,
    placeholder: 'Name, such as YouTube',
    value: query.get('search') ?? '',
  })
  const status = h(
    'select',
    {},
    h('option', { value: '' }, 'all'),
    ...Object.entries(STATUSES).flatMap(([kind, { word }]) => {
      const count = all.filter((platform) => statusOf(platform) === kind).length
      const isChosen = kind === query.get('status')
      return count === 0 && !isChosen ? [] : [h('option', { value: kind, selected: isChosen }, `${word} (${count})`)]
    }),
  )
  const list = h('ul', { class: 'tiles' })
  const count = h('p', { class: 'quiet', role: 'status' })
  const nothing = h('div', {})
  const show = () => {
    const text = search.value.trim().toLowerCase()
    const shown = tiles.filter(
      ({ platform }) =>
        [platform.id, platform.name].some((each) => each.toLowerCase().includes(text)) &&
        ['', statusOf(platform)].includes(status.value),
    )
    fill(list, ...shown.map(({ element }) => element))
    fill(count, shown.length === all.length ? summaryOf(all) : `${shown.length} of ${plural(all.length, 'platform')}`)
    fill(nothing, shown.length === 0 && noneFound(text))
  }
  const change = () => {
    show()
    const chosen = Object.entries({ search: search.value.trim(), status: status.value }).filter(([, value]) => value)
    history.replaceState(null, '', chosen.length === 0 ? HASH : `${HASH}?${new URLSearchParams(chosen)}`)
  }
  search.addEventListener('input', change)
  status.addEventListener('change', change)
  show()
  return {
    title: TITLE,
    content: [
      pageHead(TITLE, h('button', { type: 'button', onclick: reload }, 'Refresh')),
      h(
        'div',
        { class: 'card platform-filter', role: 'search', 'aria-label': 'Filter' },
        field({ name: 'search', label: 'Search', control: search }).element,
        field({ name: 'status', label: 'Status', control: status }).element,
      ),
      count,
      list,
      nothing,
    ],
  }
}

/** @param {OperatorPlatform} platform */
const rankOf = (platform) => (platformStatus(platform).isUrgent ? 0 : 1)

/** @param {readonly OperatorPlatform[]} all */
const summaryOf = (all) => {
  const counts = Object.entries(STATUSES).map(
    ([kind, { word }]) => /** @type {const} */ ([all.filter((each) => statusOf(each) === kind).length, word]),
  )
  const some = counts.filter(([count]) => count !== 0).map(([count, word]) => `${count} ${word}`)
  return all.every((each) => statusOf(each) === 'ready')
    ? 'All platforms are ready.'
    : `${plural(all.length, 'platform')}: ${some.join(', ')}.`
}

/** @param {string} text */
const noneFound = (text) =>
  emptyState(
    'No platforms found',
    text === '' ? 'No platform has this status.' : `No platform matches “${text}” and the status.`,
    h('a', { class: 'button', href: HASH }, 'Show all'),
  )
