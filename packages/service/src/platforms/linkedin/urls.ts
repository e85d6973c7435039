// URLs of the API, and of posts and articles. LinkedIn has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const API = 'https://api.linkedin.com'

/** The name in a URL may be a member's, so the owner is unknown. */
export const ownerOfPost = (): undefined => undefined

const UPDATE = 'https://www.linkedin.com/feed/update/urn:li:{kind}:{id}/'

const ARTICLE = 'https://www.linkedin.com/pulse/{title}'

const URN = /^urn:li:(?:activity|share|ugcPost):\d{10,24}$/

export const POSTS: PostAddresses = {
  parts: {
    ...{ slug: '[^/]*(?:activity|ugcPost|share)[-:]\\d{10,24}[^/]*', kind: 'activity|share|ugcPost', id: '\\d{10,24}' },
    ...{ country: '[a-z]{2}(?:-[a-z]{2})?', way: 'comm|mwlite', live: 'live|event' },
  },
  patterns: {
    'linkedin.com/posts/{slug}': 'https://www.linkedin.com/posts/{slug}',
    'linkedin.com/feed/update/urn:li:{kind}:{id}': UPDATE,
    'linkedin.com/embed/feed/update/urn:li:{kind}:{id}': UPDATE,
    'linkedin.com/feed/update/{kind}:{id}': UPDATE,
    'linkedin.com/feed?highlightedUpdateUrn=urn:li:{kind}:{id}': UPDATE,
    'linkedin.com/video/{live}/urn:li:{kind}:{id}': UPDATE,
    // The author's statistics.
    'linkedin.com/analytics/post-summary/urn:li:{kind}:{id}': UPDATE,
    'linkedin.com/pulse/{title}': ARTICLE,
    // Written by e-mails and the old app.
    'linkedin.com/{way}/posts/{slug}': 'https://www.linkedin.com/posts/{slug}',
    'linkedin.com/{way}/feed/update/urn:li:{kind}:{id}': UPDATE,
    'linkedin.com/{way}/pulse/{title}': ARTICLE,
  },
  hosts: { '{country}.linkedin.com': 'linkedin.com', 'linkedin.cn': 'linkedin.com' },
  domains: ['linkedin.com', 'linkedin.cn', 'lnkd.in'],
  ofId: (id) => (URN.test(id) ? `https://www.linkedin.com/feed/update/${id}/` : undefined),
  short: ['lnkd.in/{code}', 'lnkd.in/p/{code}', 'linkd.in/{code}'],
}
