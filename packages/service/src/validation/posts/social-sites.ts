// Posts of the large networks. Meta's oEmbed takes no token since 2026-06-15
// (https://developers.facebook.com/docs/graph-api/reference/oembed-post/).

import { oembedAt, type PostSite, postSite } from './post-site.ts'

const GRAPH = 'https://graph.facebook.com/v26.0'
const NONE = {}

const facebookVideo = oembedAt(`${GRAPH}/oembed_video`, NONE)
const facebookPost = oembedAt(`${GRAPH}/oembed_post`, NONE)

const x = postSite({
  platform: 'x',
  name: 'X',
  domains: ['x.com', 'twitter.com'],
  parts: { user: '\\w{1,20}', id: '\\d{1,24}', status: 'status(?:es)?' },
  posts: {
    'x.com/i/{status}/{id}/**': 'https://x.com/i/status/{id}',
    'x.com/i/web/{status}/{id}/**': 'https://x.com/i/status/{id}',
    'x.com/{user}/{status}/{id}/**': 'https://x.com/{user}/status/{id}',
  },
  oembed: oembedAt('https://publish.x.com/oembed', { dnt: 'true' }),
})

const instagram = postSite({
  platform: 'instagram',
  name: 'Instagram',
  domains: ['instagram.com', 'instagr.am'],
  parts: { user: '[\\w.]{1,30}', kind: 'p|tv|reel', code: '[\\w-]{2,64}', reel: '[\\w-]{8,64}' },
  posts: {
    'instagram.com/{kind}/{code}': 'https://www.instagram.com/{kind}/{code}/',
    'instagram.com/{kind}/{code}/embed/**': 'https://www.instagram.com/{kind}/{code}/',
    'instagram.com/reels/{reel}': 'https://www.instagram.com/reel/{reel}/',
    'instagram.com/{user}/{kind}/{code}': 'https://www.instagram.com/{kind}/{code}/',
  },
  oembed: oembedAt(`${GRAPH}/instagram_oembed`, NONE),
})

const threads = postSite({
  platform: 'threads',
  name: 'Threads',
  domains: ['threads.com', 'threads.net'],
  parts: { user: '[\\w.]{1,30}', code: '[\\w-]{5,64}' },
  posts: {
    'threads.com/@{user}/post/{code}/**': 'https://www.threads.com/@{user}/post/{code}',
    'threads.com/t/{code}': 'https://www.threads.com/t/{code}',
  },
  oembed: oembedAt('https://graph.threads.net/v1.0/oembed', NONE),
})

const facebook = postSite({
  platform: 'facebook',
  name: 'Facebook',
  domains: ['facebook.com', 'fb.com', 'fb.watch'],
  parts: { id: '\\d{5,24}|pfbid\\w{10,100}', page: '[^/]+', number: '\\d{5,24}', kind: 'posts|activity', set: '[^/]+' },
  posts: {
    'facebook.com/{page}/{kind}/{id}': 'https://www.facebook.com/{page}/posts/{id}',
    'facebook.com/{page}/posts/{slug}/{id}': 'https://www.facebook.com/{page}/posts/{id}',
    'facebook.com/groups/{page}/posts/{id}': 'https://www.facebook.com/groups/{page}/posts/{id}',
    'facebook.com/groups/{page}/permalink/{id}': 'https://www.facebook.com/groups/{page}/posts/{id}',
    'facebook.com/permalink.php?story_fbid={id}&id={number}':
      'https://www.facebook.com/permalink.php?story_fbid={id}&id={number}',
    'facebook.com/story.php?story_fbid={id}&id={number}':
      'https://www.facebook.com/permalink.php?story_fbid={id}&id={number}',
    'facebook.com/photo.php?fbid={id}': 'https://www.facebook.com/photo.php?fbid={id}',
    'facebook.com/photo?fbid={id}': 'https://www.facebook.com/photo.php?fbid={id}',
    'facebook.com/{page}/photos/{id}': 'https://www.facebook.com/{page}/photos/{id}',
    'facebook.com/{page}/photos/{set}/{id}': 'https://www.facebook.com/{page}/photos/{set}/{id}',
    'facebook.com/{page}/videos/{id}': 'https://www.facebook.com/{page}/videos/{id}',
    'facebook.com/{page}/videos/{slug}/{id}': 'https://www.facebook.com/{page}/videos/{id}',
    'facebook.com/video.php?v={id}': 'https://www.facebook.com/video.php?v={id}',
    'facebook.com/watch?v={id}': 'https://www.facebook.com/video.php?v={id}',
    'facebook.com/watch/live?v={id}': 'https://www.facebook.com/video.php?v={id}',
    'facebook.com/reel/{id}': 'https://www.facebook.com/reel/{id}',
  },
  oembed: (post) =>
    /\/(?:videos|reel)\/|^\/video\.php/.test(post.pathname) ? facebookVideo(post) : facebookPost(post),
})

const reddit = postSite({
  platform: 'reddit',
  name: 'Reddit',
  domains: ['reddit.com', 'redd.it'],
  parts: { kind: 'r|user|u', name: '[\\w-]{2,24}', id: '[a-z0-9]{4,10}' },
  posts: {
    'reddit.com/{kind}/{name}/comments/{id}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
  },
  oembed: oembedAt('https://www.reddit.com/oembed', NONE),
})

const tumblr = postSite({
  platform: 'tumblr',
  name: 'Tumblr',
  domains: ['tumblr.com', 'tmblr.co'],
  parts: {
    blog: '(?!(?:www|m|post|blog|tagged|search|explore|dashboard)[./])[a-z0-9][a-z0-9-]{0,31}',
    id: '\\d{5,24}',
  },
  posts: {
    '{blog}.tumblr.com/post/{id}/**': 'https://{blog}.tumblr.com/post/{id}',
    '{blog}.tumblr.com/{id}/**': 'https://{blog}.tumblr.com/post/{id}',
    'tumblr.com/{blog}/{id}/**': 'https://{blog}.tumblr.com/post/{id}',
    'tumblr.com/blog/view/{blog}/{id}/**': 'https://{blog}.tumblr.com/post/{id}',
  },
  oembed: oembedAt('https://www.tumblr.com/oembed/1.0', NONE),
})

const pinterest = postSite({
  platform: 'pinterest',
  name: 'Pinterest',
  domains: ['pinterest.com', 'pin.it'],
  parts: { id: '\\d{5,24}', slug: '[^/]*--' },
  posts: {
    'pinterest.com/pin/{id}/**': 'https://www.pinterest.com/pin/{id}/',
    'pinterest.com/pin/{slug}{id}/**': 'https://www.pinterest.com/pin/{id}/',
  },
  oembed: oembedAt('https://www.pinterest.com/oembed.json', NONE),
})

const linkedin = postSite({
  platform: 'linkedin',
  name: 'LinkedIn',
  domains: ['linkedin.com'],
  parts: {
    slug: '[^/]*(?:activity|ugcPost|share)[-:]\\d{10,24}[^/]*',
    kind: 'activity|share|ugcPost',
    id: '\\d{10,24}',
  },
  posts: {
    'linkedin.com/posts/{slug}': 'https://www.linkedin.com/posts/{slug}',
    'linkedin.com/feed/update/urn:li:{kind}:{id}': 'https://www.linkedin.com/feed/update/urn:li:{kind}:{id}/',
    'linkedin.com/embed/feed/update/urn:li:{kind}:{id}': 'https://www.linkedin.com/feed/update/urn:li:{kind}:{id}/',
    'linkedin.com/pulse/{title}': 'https://www.linkedin.com/pulse/{title}',
  },
})

const telegram = postSite({
  platform: 'telegram',
  name: 'Telegram',
  domains: ['t.me', 'telegram.me', 'telegram.dog'],
  parts: {
    channel:
      '(?!joinchat|addstickers|addemoji|addtheme|addlist|share|proxy|socks|login|boost|giftcode)[A-Za-z]\\w{3,31}',
    id: '\\d{1,12}',
    topic: '\\d{1,12}',
    members: '\\d{1,20}',
  },
  posts: {
    't.me/{channel}/{id}': 'https://t.me/{channel}/{id}',
    't.me/{channel}/{topic}/{id}': 'https://t.me/{channel}/{topic}/{id}',
    't.me/s/{channel}/{id}': 'https://t.me/{channel}/{id}',
    't.me/c/{members}/{id}': 'https://t.me/c/{members}/{id}',
    't.me/c/{members}/{topic}/{id}': 'https://t.me/c/{members}/{id}',
  },
  page: (post) => new URL('?embed=1&mode=tme', post),
  shown: /\bdata-post="/,
  isPrivate: ({ pathname }) => pathname.startsWith('/c/'),
})

export const SOCIAL_SITES: readonly PostSite[] = [
  ...[x, instagram, threads, facebook, reddit, tumblr, pinterest, linkedin, telegram],
]
