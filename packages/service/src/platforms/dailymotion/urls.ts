// URLs of the API and of videos. A title may follow the id.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

export const API = 'https://api.dailymotion.com'

const ID = 'x[a-z0-9]{4,10}'
const VIDEO = 'https://www.dailymotion.com/video/{id}'

export const POSTS: PostAddresses = {
  parts: { id: ID, language: '[a-z]{2}' },
  patterns: {
    'dailymotion.com/video/{id}': VIDEO,
    'dailymotion.com/video/{id}_{title}': VIDEO,
    'dailymotion.com/embed/video/{id}': VIDEO,
    'dailymotion.com/embed/video/{id}_{title}': VIDEO,
    'dailymotion.com/swf/video/{id}': VIDEO,
    'dailymotion.com/swf/video/{id}_{title}': VIDEO,
    'dailymotion.com/{language}/video/{id}': VIDEO,
    'dailymotion.com/{language}/video/{id}_{title}': VIDEO,
    'dailymotion.com/player.html?video={id}': VIDEO,
    'geo.dailymotion.com/player.html?video={id}': VIDEO,
    'geo.dailymotion.com/player/{player}.html?video={id}': VIDEO,
    'dai.ly/{id}': VIDEO,
  },
  domains: ['dailymotion.com', 'dai.ly'],
  ofId: postOfId(ID, VIDEO),
}

export const oembedUrl = oembedAt('https://www.dailymotion.com/services/oembed', { format: 'json' })
