// Tumblr through its API, or through the public feed of a blog when there is no key. https://www.tumblr.com/docs/en/api/v2

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { canonicalizeBlog } from './canonicalize-blog.ts'
import { canonicalizeTag } from './canonicalize-tag.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-blog.ts'))

const TumblrSettings = Type.Object({
  TUMBLR_API_KEY: Type.String({
    default: '',
    description:
      'OAuth consumer keys of Tumblr applications, comma-separated; without one, the service reads public feeds',
  }),
})

export const tumblr = platform({
  id: 'tumblr',
  name: 'Tumblr',
  handles: [
    'name',
    '@name',
    'name.tumblr.com',
    'https://www.tumblr.com/name',
    'https://name.tumblr.com/',
    'https://www.tumblr.com/blog/view/name',
    'https://www.tumblr.com/blog/name/queue',
    'https://www.tumblr.com/follow/name',
  ],
  variants: {
    posts: 'posts and reblogs',
    photos: 'photo posts',
    videos: 'video posts',
    audio: 'audio posts',
  },
  settings: TumblrSettings,
  origins: [API],
  hasAccountIds: true,
  // The uuid of a blog is a handle.
  handleOfId: (id) => id,
  credentials: [
    {
      id: 'key',
      settings: ['TUMBLR_API_KEY'],
      read: ({ TUMBLR_API_KEY }: Static<typeof TumblrSettings>) => givenEach(TUMBLR_API_KEY, 'key'),
      origins: [API],
      sign: ({ key = '', ...fields }) => (key === '' ? bearer(fields) : { query: { api_key: key } }),
      connects: true,
      probe: () => ({ url: `${API}/v2/blog/staff/info` }),
      steps: [
        'Register an application at https://www.tumblr.com/oauth/apps.',
        'Set TUMBLR_API_KEY to its OAuth consumer key. Each key allows 1,000 calls an hour and 5,000 a day; a page of posts takes one. Separate the keys of several applications with commas.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizeTag(input) ?? canonicalizeBlog(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof TumblrSettings>, undefined>({
      id: 'api',
      provenance: 'official_api',
      credential: 'key',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
    lateFeedSource(() => import('./feed.ts'), { variants: ['posts'], kinds: ['account', 'section'] }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Tumblr exposes neither the followers of a blog nor the votes in a poll. It counts likes together with reblogs and replies.',
})
