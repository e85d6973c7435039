// URLs of posts. Since 2026-06-15 oEmbed takes no token
// (https://developers.facebook.com/docs/graph-api/reference/oembed-post/).

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** Facebook's own Page. */
export const CONTROL_PAGE = '20531316728'

const STORY = 'https://www.facebook.com/permalink.php?story_fbid={id}&id={number}'

const IN_GROUP = 'https://www.facebook.com/groups/{group}/posts/{id}'
const REEL = 'https://www.facebook.com/reel/{id}'
const VIDEO = 'https://www.facebook.com/video.php?v={id}'

export const POSTS: PostAddresses = {
  parts: {
    page: '(?!(?:groups|share|watch|login|plugins|sharer|events|hashtag)/)[^/]+',
    ...{ id: '\\d{5,24}|pfbid\\w{10,100}', number: '\\d{5,24}', kind: 'posts|activity', in: 'posts|permalink' },
    ...{ player: '(?:video/)?video\\.php|watch(?:/live)?', photo: 'photo(?:\\.php)?', way: 'p|v|r' },
    ...{ country: '[a-z]{2}(?:-[a-z]{2})?', face: 'x|d|p|n|h|0|free|iphone|mtouch', reel: 'reels?' },
  },
  patterns: {
    'facebook.com/{page}/{kind}/{id}': 'https://www.facebook.com/{page}/posts/{id}',
    'facebook.com/{page}/posts/{slug}/{id}': 'https://www.facebook.com/{page}/posts/{id}',
    'facebook.com/groups/{group}/{in}/{id}': IN_GROUP,
    'facebook.com/groups/{group}/{in}/{slug}/{id}': IN_GROUP,
    // Links in notifications.
    'facebook.com/groups/{group}?multi_permalinks={id}': IN_GROUP,
    'facebook.com/groups/{group}?view=permalink&id={id}': IN_GROUP,
    'facebook.com/permalink.php?story_fbid={id}&id={number}': STORY,
    'facebook.com/story.php?story_fbid={id}&id={number}': STORY,
    'facebook.com/{page}?story_fbid={id}&id={number}': STORY,
    'facebook.com/{photo}?fbid={id}': 'https://www.facebook.com/photo.php?fbid={id}',
    'facebook.com/{page}/photos/{id}': 'https://www.facebook.com/{page}/photos/{id}',
    'facebook.com/{page}/photos/{set}/{id}': 'https://www.facebook.com/{page}/photos/{set}/{id}',
    'facebook.com/{page}/videos/{id}': 'https://www.facebook.com/{page}/videos/{id}',
    'facebook.com/{page}/videos/{slug}/{id}': 'https://www.facebook.com/{page}/videos/{id}',
    'facebook.com/{player}?v={id}': VIDEO,
    'facebook.com/video/embed?video_id={id}': VIDEO,
    'facebook.com/reel/{id}': REEL,
    'facebook.com/reels/{id}': REEL,
    'facebook.com/{page}/{reel}/{id}': REEL,
  },
  hosts: {
    'fb.com': 'facebook.com',
    'business.facebook.com': 'facebook.com',
    '{country}.facebook.com': 'facebook.com',
    '{face}.facebook.com': 'facebook.com',
  },
  domains: ['facebook.com', 'fb.com', 'fb.watch', 'fb.me', 'fb.gg'],
  short: [
    'fb.watch/{code}',
    'fb.watch/{way}/{code}',
    'fb.me/{code}',
    'fb.me/{way}/{code}',
    'fb.gg/v/{code}',
    'on.fb.me/{code}',
    'facebook.com/share/{code}',
    'facebook.com/share/{way}/{code}',
  ],
}

const GRAPH = 'https://graph.facebook.com/v26.0'
const oembedOfVideo = oembedAt(`${GRAPH}/oembed_video`)
const oembedOfPost = oembedAt(`${GRAPH}/oembed_post`)

export const oembedUrl = (post: URL): URL =>
  /\/(?:videos|reel)\/|^\/video\.php/.test(post.pathname) ? oembedOfVideo(post) : oembedOfPost(post)
