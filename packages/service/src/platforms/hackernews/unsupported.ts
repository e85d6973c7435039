// URLs of Hacker News that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, the lists of stories, searches and sites that stories link to.',
  parts: {
    user: '[\\w-]{2,15}',
    day: '[\\d-]+',
    points: '\\d+',
    type: '(?!(?:story|all)$).+',
    range: '(?!all$).+',
    list: 'active|classic|pool|invited|launches|noobstories|noobcomments|shownew|asknew|bestcomments|highlights|whoishiring|leaders|lists',
    deep: '[^/]+/.+',
  },
  urls: {
    likes: [
      'news.ycombinator.com/favorites?id={user}',
      'news.ycombinator.com/upvoted?id={user}',
      'news.ycombinator.com/flagged?id={user}',
      'news.ycombinator.com/hidden?id={user}',
    ],
    archive: ['news.ycombinator.com/front?day={day}'],
    feed: ['news.ycombinator.com/{list}', 'news.ycombinator.com/over?points={points}', 'news.ycombinator.com/front'],
    section: ['news.ycombinator.com/from?site={deep}'],
    search: ['hn.algolia.com/?type={type}', 'hn.algolia.com/?dateRange={range}'],
  },
}
