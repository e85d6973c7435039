// Flickr through its API, or, without a key, through the public feed of a person. https://www.flickr.com/services/api/

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { API, PROBE } from './call-api.ts'
import { canonicalizePerson } from './canonicalize-person.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const read = late(() => import('./read-flickr.ts'))

const FlickrSettings = Type.Object({
  FLICKR_API_KEY: Type.String({
    default: '',
    description: 'Keys of Flickr’s API, separated by commas; without one the public feeds are read',
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
  variants: { posts: 'photos and films that everybody may see, newest uploads first' },
  // For as long as a page is shown from them, and no longer. https://www.flickr.com/help/terms/api
  keepsPictures: false,
  settings: FlickrSettings,
  origins: [API],
  hasAccountIds: true,
  credentials: [
    {
      id: 'key',
      settings: ['FLICKR_API_KEY'],
      read: ({ FLICKR_API_KEY }: Static<typeof FlickrSettings>) => givenEach(FLICKR_API_KEY, 'key'),
      origins: [API],
      sign: ({ key = '' }) => ({ query: { api_key: key } }),
      probe: () => PROBE,
      steps: [
        'Ask for a key at https://www.flickr.com/services/apps/create/; new keys may need a Flickr Pro account, and commercial use Flickr’s consent.',
        'Set FLICKR_API_KEY to the key, without the secret. Flickr allows 3,600 calls an hour: keys are separated by commas.',
      ],
    },
  ],
  canonicalize: canonicalizePerson,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof FlickrSettings>, undefined>({
      id: 'api',
      provenance: 'official_api',
      credential: 'key',
      refusals: REFUSALS,
      // No answer tells of it; a key that is used more may be turned off.
      limits: { buckets: [{ name: 'calls', allows: 3_600, per: { seconds: 3_600 }, of: 'credential' }] },
      accountFreshSeconds: 3_600,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
    lateFeedSource(() => import('./feed.ts')),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Who follows whom is in no public interface of Flickr. Without a key a person is read by the id of the account (12345678@N00). Flickr’s terms allow at most 30 photos on a page, each with a link to its own page.',
})
