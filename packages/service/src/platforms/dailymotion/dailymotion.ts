// Dailymotion through its public API, which needs no key. https://developers.dailymotion.com/api/platform-api/

import { Type } from '../../parsing/type.ts'
import { platform, source } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { canonicalizeUser } from './canonicalize-user.ts'
import { API, readAccount, readPost, readPosts } from './read-dailymotion.ts'
import { REFUSALS } from './refusals.ts'

export const dailymotion = platform({
  id: 'dailymotion',
  name: 'Dailymotion',
  handles: ['name', '@name', 'https://www.dailymotion.com/name', 'https://www.dailymotion.com/user/name'],
  variants: { posts: 'videos that everybody may see, newest first' },
  settings: Type.Object({}),
  origins: [API],
  hasAccountIds: true,
  canonicalize: canonicalizeUser,
  sources: [
    source<unknown, undefined>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      account: readAccount,
      posts: readPosts,
      post: readPost,
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Dailymotion has no comments any more, and gives files of videos to nobody: everybody gets a player. Views are told where the owner shows them.',
})
