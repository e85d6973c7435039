// Flickr through its API, or without a key through public feeds. https://www.flickr.com/services/api/

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { API, PROBE } from './call-api.ts'
import { canonicalizePerson } from './canonicalize-person.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-place.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-flickr.ts'))

const FlickrSettings = Type.Object({
  FLICKR_API_KEY: Type.String({
    default: '',
    description: 'Flickr API keys, separated by commas. Without a key, the service reads public feeds',
  }),
})

export const flickr = platform({
  id: 'flickr',
  name: 'Flickr',
  handles: [
    '12345678@N00',
    'https://www.flickr.com/photos/12345678@N00/',
    'https://www.flickr.com/people/12345678@N00/',
    'https://api.flickr.com/services/feeds/photos_public.gne?id=12345678@N00',
  ],
  variants: { posts: 'public photos and videos, newest uploads first' },
  // The terms allow copies only for as long as a page shows them. https://www.flickr.com/help/terms/api
  keepsPictures: false,
  settings: FlickrSettings,
  origins: [API],
  hasAccountIds: true,
  handleOfId: (id) => id,
  credentials: [
    {
      id: 'key',
      settings: ['FLICKR_API_KEY'],
      read: ({ FLICKR_API_KEY }: Static<typeof FlickrSettings>) => givenEach(FLICKR_API_KEY, 'key'),
      origins: [API],
      // The token of a connected account signs by its proof alone.
      sign: ({ key }) => (key === undefined ? {} : { query: { api_key: key } }),
      prove: late(() => import('./prove.ts'))('prove'),
      connects: true,
      probe: () => PROBE,
      steps: [
        'Request a key at https://www.flickr.com/services/apps/create/. A new key may require a Flickr Pro account. Commercial use requires Flickr’s consent.',
        'Set FLICKR_API_KEY to the key, without the secret. A key allows 3,600 calls an hour. Separate several keys by commas.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizePerson(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof FlickrSettings>, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: 'key',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      // Responses do not report this limit. Flickr may disable a key that exceeds it.
      limits: { buckets: [{ name: 'calls', allows: 3_600, per: { seconds: 3_600 }, of: 'credential' }] },
      accountFreshSeconds: 3_600,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
    lateFeedSource(() => import('./feed.ts'), { kinds: ['account'] }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Flickr’s API does not expose followers. Photos that are not public are available only if their owner connects the account. Without a key, users can be read only by account id (12345678@N00). Flickr’s terms allow at most 30 photos on a page, each with a link to its page on Flickr.',
})
