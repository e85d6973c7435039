// Addresses of films. A title may stand behind the id.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'

const ID = 'x[a-z0-9]{4,10}'
const VIDEO = 'https://www.dailymotion.com/video/{id}'

export const POSTS: PostAddresses = {
  parts: { id: ID, player: 'player(?:/\\w+)?', form: '(?:embed/|swf/)?video' },
  patterns: {
    'dailymotion.com/{form}/{id}': VIDEO,
    'dailymotion.com/{form}/{id}_{title}': VIDEO,
    'geo.dailymotion.com/{player}.html?video={id}': VIDEO,
    'dai.ly/{id}': VIDEO,
  },
  domains: ['dailymotion.com', 'dai.ly'],
  ofId: postOfId(ID, VIDEO),
}

export const oembedUrl = oembedAt('https://www.dailymotion.com/services/oembed', { format: 'json' })
