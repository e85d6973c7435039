// The page for an unknown URL.

import { h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'

const TITLE = 'Page not found'

/** @type {import('../app/routes.js').View} */
export const notFound = async () => ({
  title: TITLE,
  content: [
    pageHead(TITLE),
    emptyState(
      'The console has no page at this URL',
      'The URL may be mistyped, or belong to another version of the service. Choose a page in the navigation, or press / to search.',
      h('a', { class: 'button', href: '#/overview' }, 'Open the overview'),
    ),
  ],
})
