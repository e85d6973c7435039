// Facebook Pages through the Graph API. https://developers.facebook.com/docs/graph-api/reference/page

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { GRAPH, MetaSettings, requireVersion } from '../meta/graph.ts'
import { readUsage } from '../meta/read-usage.ts'
import { exchangeToken, givenTokens, LONG_LIFE_SECONDS, signWithToken } from '../meta/tokens.ts'
import { CONTROL_PAGE, oembedUrl, POSTS } from './addresses.ts'
import { canonicalizePage } from './canonicalize-page.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const FacebookSettings = Type.Object({
  FACEBOOK_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'System user, application or Page tokens, separated by commas',
  }),
  FACEBOOK_APP_SECRET: Type.String({
    default: '',
    description:
      'Secret of the application behind the token, which proves each call; META_APP_SECRET when empty, one for each token where they differ',
  }),
  ...MetaSettings,
})

const api = source<Static<typeof FacebookSettings>, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: 'token',
  refusals: REFUSALS,
  limits: { tells: readUsage },
  account: late(() => import('./read-page.ts'))('readAccount'),
  posts: late(() => import('./read-posts.ts'))('readPosts'),
  post: late(() => import('./read-post.ts'))('readPost'),
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
    posts: 'what the Page published',
    photos: 'posts with pictures',
    videos: 'posts with videos, reels among them',
  },
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
        'Make an application at https://developers.facebook.com/apps, and verify your business.',
        'Ask for the feature “Page Public Content Access” in its App Review. Without it only Pages that the token manages can be read; “Page Public Metadata Access” gives no posts.',
        'Make a token of a system user of your business portfolio, which need not end. For Pages of your own a Page token with `pages_read_engagement` will do.',
        'Set FACEBOOK_ACCESS_TOKEN, and FACEBOOK_APP_SECRET to the secret of the application, which Facebook asks for with user tokens.',
        'A token that ends lasts 60 days. With META_APP_ID set as well the service renews it while it works.',
      ],
    },
  ],
  hasAccountIds: true,
  canonicalize: canonicalizePage,
  unsupported: UNSUPPORTED,
  sources: [api],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Facebook lets programs read public Pages alone: personal profiles and groups are in none of its interfaces.',
})
