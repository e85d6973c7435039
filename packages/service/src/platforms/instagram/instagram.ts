// Instagram through Business Discovery, with which a professional account can read other professional accounts.
// https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/business-discovery

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { GRAPH, MetaSettings, requireVersion } from '../meta/graph.ts'
import { readUsage } from '../meta/read-usage.ts'
import { exchangeToken, givenTokens, LONG_LIFE_SECONDS, signWithToken } from '../meta/tokens.ts'
import { accountToken } from './account-token.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizeTag } from './canonicalize-tag.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { TagKeep } from './read-tag.ts'
import { LOGIN_REFUSALS, REFUSALS, STORY_REFUSALS, TAG_REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { LOGIN, oembedUrl, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-instagram.ts'))
const readTag = late(() => import('./read-tag.ts'))
const readStories = late(() => import('./read-stories.ts'))
const readConnected = late(() => import('./read-connected.ts'))

const InstagramSettings = Type.Object({
  INSTAGRAM_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Facebook user or system user tokens with access to INSTAGRAM_USER_ID, separated by commas',
  }),
  INSTAGRAM_USER_ID: Type.String({
    default: '',
    description:
      'Id of your own professional account, which reads the others: `17841…`. With several accounts: one id for each token, separated by commas',
  }),
  ...MetaSettings,
})
export type InstagramSettings = Static<typeof InstagramSettings>

const api = source<InstagramSettings, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: 'token',
  kinds: ['account'],
  refusals: REFUSALS,
  limits: { tells: readUsage },
  account: read('readAccount'),
  posts: read('readPosts'),
})

/** A source of its own, since the id of a hashtag never changes. */
const tags = source<InstagramSettings, TagKeep>({
  id: 'tags',
  provenance: 'official_api',
  credential: 'token',
  kinds: ['hashtag'],
  refusals: TAG_REFUSALS,
  limits: {
    // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/hashtag-search
    buckets: [
      {
        ...{ name: 'tags', allows: 30, per: { seconds: 7 * 86_400 }, of: 'credential' },
        ...{ distinct: true, isSharedFairly: true },
      },
    ],
    only: { tags: ['hashtag'] },
    tells: readUsage,
  },
  accountFreshSeconds: 30 * 86_400,
  account: readTag('readTagAccount'),
  posts: readTag('readTagPosts'),
})

/** An account that its owner connected. */
const connected = source<InstagramSettings, undefined>({
  id: 'account',
  provenance: 'official_api',
  credential: accountToken.id,
  kinds: ['account'],
  variants: ['posts', 'reels', 'videos', 'photos'],
  refusals: LOGIN_REFUSALS,
  limits: { tells: readUsage },
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readConnected('readPost'),
})

/** Its stories, which it need not be allowed to read with its posts. */
const connectedStories = source<InstagramSettings, undefined>({
  id: 'account_stories',
  provenance: 'official_api',
  credential: accountToken.id,
  kinds: ['account'],
  variants: ['stories'],
  refusals: STORY_REFUSALS,
  limits: { tells: readUsage },
  account: readConnected('readAccount'),
  posts: readStories('readConnectedStories'),
})

export const instagram = platform({
  id: 'instagram',
  name: 'Instagram',
  handles: [
    'name',
    '@name',
    'https://www.instagram.com/name/',
    'https://www.instagram.com/@name',
    'https://ig.me/m/name',
  ],
  variants: {
    posts: 'images, albums, videos and reels',
    reels: 'reels',
    videos: 'videos, including reels',
    photos: 'images and albums',
    tagged: 'posts by others that tag the account, for the operator’s own accounts only',
    stories: 'stories of the last 24 hours, for connected accounts and the operator’s own only',
  },
  // Stories end after a day, and authors delete posts.
  heldHours: { stories: 0, tagged: 72 },
  settings: InstagramSettings,
  origins: [GRAPH, LOGIN],
  credentials: [
    {
      id: 'token',
      settings: ['INSTAGRAM_ACCESS_TOKEN', 'INSTAGRAM_USER_ID'],
      origins: [GRAPH],
      read(settings) {
        requireVersion(settings.META_GRAPH_VERSION)
        const ids = listOf(settings.INSTAGRAM_USER_ID)
        if (ids.length === 0 || !ids.every((id) => /^\d{1,24}$/.test(id)))
          throw new Error('INSTAGRAM_USER_ID must be a number')
        const given = givenTokens({
          tokens: settings.INSTAGRAM_ACCESS_TOKEN,
          appId: settings.META_APP_ID,
          appSecret: settings.META_APP_SECRET,
          name: 'META_APP_SECRET',
        })
        if (ids.length > 1 && ids.length !== given.length)
          throw new Error('INSTAGRAM_USER_ID must have one number, or one for each token')
        return given.map((each, at) => ({ ...each, own: ids[ids.length > 1 ? at : 0] ?? '' }))
      },
      sign: signWithToken,
      renew: exchangeToken,
      livesSeconds: LONG_LIFE_SECONDS,
      probe: () => ({ url: `${GRAPH}/me`, query: { fields: 'id' } }),
      steps: [
        'Switch an Instagram account of yours to a professional account (“Business” or “Creator”) and connect it to a Facebook Page.',
        'Create an app at https://developers.facebook.com/apps and add the product “Instagram” with Facebook Login.',
        'Create a user token, or better a system user token, with `instagram_basic`, `instagram_manage_insights` and `pages_read_engagement`; for posts that tag your account, also `instagram_manage_comments`. If the Page is in a business portfolio, add `ads_read`.',
        'Get the id of your account: `GET https://graph.facebook.com/me/accounts?fields=instagram_business_account`. Set INSTAGRAM_USER_ID and INSTAGRAM_ACCESS_TOKEN.',
        'For hashtags, request the feature “Instagram Public Content Access” in App Review. Each account reads 30 different hashtags in 7 days. With several accounts, set INSTAGRAM_USER_ID to the ids of the accounts, one for each token.',
        'A user token lasts 60 days. Set META_APP_ID and META_APP_SECRET, and the service renews it before it expires.',
      ],
    },
    accountToken,
  ],
  hasAccountIds: true,
  canonicalize: (input) => canonicalizeTag(input) ?? canonicalizeName(input),
  variantsIn,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, tags, connected, connectedStories],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Instagram’s API exposes professional accounts only. Personal accounts, accounts with an age limit, stories and single posts of other accounts are not available. It does not list the posts that mention an account in their text.',
})
