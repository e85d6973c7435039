// URLs of Facebook that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'Facebook’s API exposes Pages and their albums only.',
  says: { albums: 'Facebook’s API does not list albums, but the service scans an album by its URL.' },
  home: 'facebook.com',
  // A member’s page in a group names that account.
  parts: {
    page: '(?:(?:pg|p)/)?[^/]+',
    people: 'people/[^/]+/[^/]+',
    live: 'events(?:_\\w+)?',
    albums: 'photos_albums|albums',
    set: '(?!a\\.\\d{5,24}(?:\\.|$)).+',
    list: 'albums',
    tab: '(?!user(?:/|$))[^/]+',
    // Pages of a Page that show no posts, or only some.
    part: 'likes|community|shop|live|groups',
    named: '(?!(?:wall|timeline|info|about|posts|photos(?:_by|_stream)?|videos(?:_by)?|reels(?:_tab)?|mentions)$).+',
  },
  urls: {
    group: ['facebook.com/groups/{group}', 'facebook.com/groups/{group}/{tab}/**', 'facebook.com/share/g/{code}'],
    event: ['facebook.com/events/{event}/**', 'facebook.com/share/e/{code}'],
    hashtag: ['facebook.com/hashtag/{word}'],
    search: ['facebook.com/search/{kind}/**', 'facebook.com/{page}/search', 'facebook.com/search?q={words}'],
    story: ['facebook.com/stories/{story}/**'],
    album: ['facebook.com/media/set?set={set}'],
    product: ['facebook.com/marketplace/item/{product}', 'facebook.com/marketplace/{place}/**'],
    events: ['facebook.com/{page}/{live}', 'facebook.com/{people}/{live}'],
    albums: ['facebook.com/{page}/{albums}', 'facebook.com/{people}/{albums}', 'facebook.com/{page}/photos?tab={list}'],
    tagged: ['facebook.com/{page}/photos_of', 'facebook.com/{people}/photos_of'],
    section: ['facebook.com/{page}/{part}', 'facebook.com/{page}?sk={named}', 'facebook.com/{people}?sk={named}'],
    reviews: ['facebook.com/{page}/reviews', 'facebook.com/{people}/reviews'],
  },
}
