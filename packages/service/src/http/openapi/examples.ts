// Requests and answers to show. What the sandbox is asked works as it stands, with any license.

import { MADE_UP_POSTS } from '../../platforms/sandbox/made-up-posts.ts'
import { makeUpProfile } from '../../platforms/sandbox/made-up-profile.ts'
import type { Example } from './document.ts'

const FETCHED_AT = '2030-01-15T12:00:00.000Z'

/** A page of the sandbox, of which one post is shown. */
const PAGE = {
  body: {
    platform: 'sandbox',
    handle: 'demo',
    variant: 'posts',
    profile: makeUpProfile('demo', MADE_UP_POSTS.length),
    posts: MADE_UP_POSTS.filter(({ kind, metrics }) => kind === 'image' && metrics.likes !== null)
      .slice(0, 1)
      .map((post) => ({ ...post, source: { kind: 'sandbox', retrievedAt: FETCHED_AT } })),
  },
  nextCursor: 'mFv0Wd3bq8yKc1…',
  fetchedAt: FETCHED_AT,
}

const SANDBOX = { platform: 'sandbox', handle: 'demo' }

/** By the path of the endpoint. Where there is none, the endpoint's own example is shown. */
export const REQUESTS: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  '/auth/token': {
    plain: {
      summary: 'A key, and the site that it is used on',
      value: { licenseKey: 'ck_test_…', siteId: 'https://blog.example' },
    },
  },
  '/scan-profile': {
    plain: { summary: 'The first page, from the sandbox', value: SANDBOX },
    variant: {
      summary: 'Only posts with media',
      value: { platform: 'mastodon', handle: '@user@social.example', variant: 'media' },
    },
    feed: { summary: 'A feed', value: { platform: 'rss', handle: 'https://blog.example/feed.xml' } },
  },
  '/load-more-posts': {
    plain: { summary: 'The page behind a cursor', value: { ...SANDBOX, cursor: PAGE.nextCursor } },
  },
}

/** What `data` holds then. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  '/auth/token': {
    token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…',
    tokenType: 'Bearer',
    expiresIn: 3600,
    expiresAt: '2030-01-15T13:00:00.000Z',
    license: { id: 'lic_4mXk9Tz', plan: 'pro', status: 'active', mode: 'test', expiresAt: null },
  },
  '/scan-profile': PAGE,
  '/load-more-posts': { ...PAGE, nextCursor: null },
}
