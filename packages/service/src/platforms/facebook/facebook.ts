// Facebook Pages through the Graph API. https://developers.facebook.com/docs/graph-api/reference/page

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { GRAPH, MetaSettings, requireVersion } from '../meta/graph.ts'
import { readUsage } from '../meta/read-usage.ts'
import { exchangeToken, givenTokens, LONG_LIFE_SECONDS, signWithToken } from '../meta/tokens.ts'
import { canonicalizeAlbum } from './canonicalize-album.ts'
import { canonicalizePage } from './canonicalize-page.ts'
import { KINDS, kindOf } from './kinds.ts'
import { pageToken } from './page-token.ts'
import { PAGE_REFUSALS, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { CONTROL_PAGE, oembedUrl, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-facebook.ts'))
const readConnected = late(() => import('./read-connected.ts'))
const readPost = late(() => import('./read-post.ts'))('readPost')

const FacebookSettings = Type.Object({
  FACEBOOK_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'System user, app or Page tokens, separated by commas',
  }),
  FACEBOOK_APP_SECRET: Type.String({
    default: '',
    description:
      'App secret that belongs to the token and proves each call. Defaults to META_APP_SECRET. Set one per token if they differ',
  }),
  ...MetaSettings,
})

const api = source<Static<typeof FacebookSettings>, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: 'token',
  refusals: REFUSALS,
  limits: { tells: readUsage },
  account: read('readAccount'),
  posts: read('readPosts'),
  post: readPost,
})

/** A Page that someone who manages it connected. */
const connected = source<Static<typeof FacebookSettings>, undefined>({
  id: 'page',
  provenance: 'official_api',
  credential: pageToken.id,
  kinds: ['account'],
  // Posts by others need a permission that connecting does not ask for.
  variants: ['posts', 'photos', 'videos', 'reels', 'uploaded_photos', 'uploaded_videos'],
  refusals: PAGE_REFUSALS,
  limits: { tells: readUsage },
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readPost,
})

export const facebook = platform({
  id: 'facebook',
  name: 'Facebook',
  handles: [
    'name',
    '@name',
    'https://www.facebook.com/name',
    'https://m.facebook.com/pg/name/posts',
    'https://www.facebook.com/name/about',
    'https://business.facebook.com/name/',
    'https://m.me/name',
  ],
  variants: {
    posts: 'posts that the Page published',
    photos: 'posts with images',
    videos: 'posts with videos, including reels',
    reels: 'reels',
    uploaded_photos: 'photos that the Page uploaded, each one a post',
    uploaded_videos: 'videos that the Page uploaded, each one a post',
    tagged: 'posts by others that tag the Page; Facebook does not name the author if it is a person',
  },
  // Authors delete posts that tag the Page.
  heldHours: { tagged: 72 },
  settings: FacebookSettings,
  origins: [GRAPH],
  credentials: [
    {
      id: 'token',
      settings: ['FACEBOOK_ACCESS_TOKEN'],
      origins: [GRAPH],
      read(settings) {
        requireVersion(settings.META_GRAPH_VERSION)
        return givenTokens({
          tokens: settings.FACEBOOK_ACCESS_TOKEN,
          appId: settings.META_APP_ID,
          appSecret: settings.FACEBOOK_APP_SECRET || settings.META_APP_SECRET,
          name: settings.FACEBOOK_APP_SECRET === '' ? 'META_APP_SECRET' : 'FACEBOOK_APP_SECRET',
        })
      },
      sign: signWithToken,
      renew: exchangeToken,
      livesSeconds: LONG_LIFE_SECONDS,
      probe: () => ({ url: `${GRAPH}/${CONTROL_PAGE}`, query: { fields: 'id' } }),
      steps: [
        'Create an app at https://developers.facebook.com/apps and verify your business.',
        'Request the feature “Page Public Content Access” in App Review. Without it, the app can only read Pages that the token manages. “Page Public Metadata Access” does not include posts.',
        'Create a token for a system user of your business portfolio; it can be valid without an end date. For your own Pages, a Page token with `pages_read_engagement` is enough; the variant `tagged` needs `pages_read_user_content` as well.',
        'Set FACEBOOK_ACCESS_TOKEN, and set FACEBOOK_APP_SECRET to the app secret, which Facebook requires with user tokens.',
        'A token with an end date lasts 60 days. Set META_APP_ID as well, and the service renews it before it expires.',
      ],
    },
    pageToken,
  ],
  hasAccountIds: true,
  canonicalize: (input) => canonicalizeAlbum(input) ?? canonicalizePage(input),
  variantsIn,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, connected],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Facebook’s API exposes public Pages and their albums only, neither personal profiles nor groups. It does not list the albums of a Page.',
})
