// One platform on a page of its own.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { platformTile } from './platform-tile.js'

/** @type {import('../app/routes.js').View} */
export const platform = async (visit) => {
  const { api, id, reload } = visit
  /** @type {{ platforms: OperatorPlatform[] }} */
  const { platforms } = await api.get('/platforms')
  const found = platforms.find((each) => each.id === id.toLowerCase())
  if (found === undefined) return { title: id, content: [pageHead('Platform not found'), notFound(id)] }
  return {
    title: found.name,
    content: [
      pageHead(
        found.name,
        h('a', { class: 'button', href: `../docs/reference/platforms#${found.id}` }, 'Reference'),
        h('a', { class: 'button', href: `#/playground?platform=${found.id}` }, 'Open playground'),
        h('button', { type: 'button', onclick: reload }, 'Refresh'),
      ),
      h('ul', { class: 'tiles one' }, platformTile(visit, found, 'Status')),
    ],
  }
}

/** @param {string} id */
const notFound = (id) =>
  emptyState(
    `This service has no platform “${id}”`,
    'The URL may be mistyped, or the platform may be one of your own that is not loaded (PLATFORMS).',
    h('a', { class: 'button', href: '#/platforms' }, 'Show all platforms'),
  )
