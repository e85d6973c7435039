// URLs of things that Reddit has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, subreddits, flairs, custom feeds, searches and domains of Reddit.',
  home: 'reddit.com',
  parts: {
    where: '(?:r|u|user|domain)/.+',
    several: '\\w+(?:-\\w+)+',
    view: 'all|popular|friends|mod|random|randnsfw|myrandom',
    // A filter that does not name one flair.
    filter: '(?!flair(?:_name)?:"?[^"]+"?$).+',
    // What a search finds besides submissions.
    found: '(?!link$|posts?$).+',
    // Periods limit a search only where it sorts by votes: then they are variants.
    period: 'hour|day|week|month|year',
    notTop: '(?!top$).*',
    page: 'about/(?!rules$)[a-z]+|wiki(?:/.+)?|gilded',
    list: 'gilded|awards',
    disputed: 'controversial',
  },
  urls: {
    feed: ['reddit.com/me/m/{feed}/**', 'reddit.com/r/{several}/**', 'reddit.com/r/{view}/**'],
    topic: ['reddit.com/t/{topic}/**'],
    section: ['reddit.com/r/{name}/**?f={filter}', 'reddit.com/r/{name}/{page}', 'reddit.com/user/{name}/{list}/**'],
    view: [
      'reddit.com/user/{name}/**?t={period}',
      'reddit.com/u/{name}/**?t={period}',
      'reddit.com/{where}/{disputed}?t={period}',
      'reddit.com/{where}?sort={disputed}&t={period}',
    ],
    search: ['reddit.com/search', 'reddit.com/r/{name}/search'].flatMap((page) => [
      `${page}?type={found}`,
      `${page}?t={period}&sort={notTop}`,
    ]),
    collection: ['reddit.com/r/{name}/collection/{collection}/**'],
  },
}
