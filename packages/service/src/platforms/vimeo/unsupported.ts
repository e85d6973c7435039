// URLs of things that Vimeo has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, channels, showcases, groups and tags of Vimeo.',
  home: 'vimeo.com',
  parts: {
    user: '(?!(?:user|channels|groups)/)[\\w-]{2,60}',
    lists: 'collections|channels|groups|appearances|following|followers',
    place: '.+',
    order: 'plays|likes|comments|duration|alphabetical',
  },
  urls: {
    category: ['vimeo.com/categories/{category}/**'],
    search: ['vimeo.com/search?q={words}'],
    product: ['vimeo.com/ondemand/{film}/**'],
    likes: ['vimeo.com/{user}/likes'],
    lists: ['vimeo.com/{user}/{lists}'],
    view: ['vimeo.com/{place}/sort:{order}/**', 'vimeo.com/{tag}/sort:{order}/**'],
    albums: ['vimeo.com/{user}/albums', 'vimeo.com/{user}/showcases'],
  },
}
