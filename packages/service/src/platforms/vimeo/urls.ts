// URLs of videos.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

/** The API's origin. */
export const API = 'https://api.vimeo.com'

const VIDEO = 'https://vimeo.com/{id}'
/** An unlisted video is only visible with its hash. */
const UNLISTED = 'https://vimeo.com/{id}/{hash}'

const ALBUM = 'https://vimeo.com/album/{album}/video/{id}'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{1,12}', hash: '[0-9a-f]{6,16}', list: 'album|showcase' },
  patterns: {
    'vimeo.com/{id}/{hash}': UNLISTED,
    'vimeo.com/{id}?h={hash}': UNLISTED,
    'vimeo.com/{id}': VIDEO,
    'vimeo.com/channels/{channel}/{id}': 'https://vimeo.com/channels/{channel}/{id}',
    'vimeo.com/groups/{group}/videos/{id}': 'https://vimeo.com/groups/{group}/videos/{id}',
    'vimeo.com/album/{album}/video/{id}': ALBUM,
    'vimeo.com/showcase/{album}/video/{id}': ALBUM,
    'vimeo.com/{list}/{album}?video={id}': ALBUM,
    'vimeo.com/{list}/{album}/embed?video={id}': ALBUM,
    'vimeo.com/ondemand/{film}/{id}': 'https://vimeo.com/ondemand/{film}/{id}',
    'vimeo.com/event/{event:id}': 'https://vimeo.com/event/{event}',
    'vimeo.com/event/{event:id}/{hash}': 'https://vimeo.com/event/{event}/{hash}',
    'vimeo.com/event/{event:id}/embed': 'https://vimeo.com/event/{event}',
    'vimeo.com/event/{event:id}/embed/{hash}': 'https://vimeo.com/event/{event}/{hash}',
    'vimeo.com/video/{id}': VIDEO,
    'vimeo.com/m/{id}': VIDEO,
    'vimeo.com/manage/videos/{id}': VIDEO,
    'vimeo.com/manage/videos/{id}/{hash}': UNLISTED,
    'vimeo.com/moogaloop.swf?clip_id={id}': VIDEO,
    'vimeopro.com/{user}/{album}/video/{id}': VIDEO,
  },
  domains: ['vimeo.com', 'vimeopro.com'],
  ofId: postOfId('\\d{1,12}', VIDEO),
}

export const oembedUrl = oembedAt('https://vimeo.com/api/oembed.json')
