// URLs of things that Vimeo has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Vimeo users and channels only.',
  home: 'vimeo.com',
  parts: { list: 'showcase|album', id: '\\d{1,12}', user: '(?!(?:user|channels|groups)/)[\\w-]{2,60}' },
  urls: {
    album: ['vimeo.com/{list}/{id}/**', 'vimeo.com/{user}/{list}/{id}/**'],
    group: ['vimeo.com/groups/{group}/**'],
    category: ['vimeo.com/categories/{category}/**'],
    hashtag: ['vimeo.com/tag:{word}/**'],
    search: ['vimeo.com/search?q={words}'],
    product: ['vimeo.com/ondemand/{film}/**'],
    likes: ['vimeo.com/{user}/likes'],
    albums: ['vimeo.com/{user}/albums', 'vimeo.com/{user}/showcases'],
  },
}
