// The source of a post: its platform’s API, else its oEmbed endpoint, else its page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, refused, STATUS, withoutQuery } from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, redirect } from '@central-api/testing/stub-web.ts'
import { ApiError, type ErrorCode } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { github } from '../../platforms/github/github.ts'
import { lemmy } from '../../platforms/lemmy/lemmy.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { misskey } from '../../platforms/misskey/misskey.ts'
import { peertube } from '../../platforms/peertube/peertube.ts'
import { telegram } from '../../platforms/telegram/telegram.ts'
import { twitch } from '../../platforms/twitch/twitch.ts'
import { buildPost } from '../../post/build-post.ts'
import { type Platform, platform, source } from '../../upstream/contract/platform.ts'

/** Platforms without a usable API, so that their pages decide. */
const PAGES_ONLY = {
  platforms: [github, telegram, twitch].map((each) => ({ ...(each as unknown as Platform), sources: [] })),
}

test('without an endpoint the status of the page decides', async (context) => {
  const url = 'https://github.com/desk/tool/issues/12'
  const { data } = await found(
    context,
    url,
    { 'github.com/desk/tool/issues/12': html('<title>Issue 12</title>') },
    PAGES_ONLY,
  )
  assert.deepEqual(
    [data.platform, data.url, data.preview.title, data.post, data.embed],
    ['github', url, 'Issue 12', null, null],
  )
  for (const [page, code] of [
    [{ status: 404 }, 'post_not_found'],
    [{ status: 410 }, 'post_not_found'],
    [{ status: 401 }, 'profile_private'],
    [{ status: 500 }, 'link_status'],
    [redirect('https://github.com/login?return_to=x'), 'link_status'],
    [redirect('https://github.com/'), 'post_not_found'],
  ] as const) {
    const pages = {
      'github.com/desk/tool/issues/12': page,
      'github.com/login': html('Sign in'),
      'github.com/': html('Hi'),
    }
    assert.equal((await refused(context, url, pages, PAGES_ONLY)).code, code)
  }
})

test('if a site shows a page for any URL, the post must be on it', async (context) => {
  const video = 'https://www.twitch.tv/videos/123456'
  const shown = html('<title>Film</title><meta property="og:type" content="video.other">')
  assert.equal(
    (await found(context, video, { 'www.twitch.tv/videos/123456': shown }, PAGES_ONLY)).data.platform,
    'twitch',
  )
  assert.equal(
    (await refused(context, video, { 'www.twitch.tv/videos/123456': html('<title>Twitch</title>') }, PAGES_ONLY)).code,
    'post_not_found',
  )

  const message = 'https://t.me/desk_news/12'
  const widget = 't.me/desk_news/12?embed=1&mode=tme'
  const { data } = await found(
    context,
    message,
    {
      [widget]: html('<div class="tgme_widget_message" data-post="desk_news/12">Hello'),
    },
    PAGES_ONLY,
  )
  assert.equal(data.url, message)
  const error = html('<div class="tgme_widget_message_error">Post not found</div>')
  assert.equal((await refused(context, message, { [widget]: error }, PAGES_ONLY)).code, 'post_not_found')
})

test('a members-only post is private without a request', async (context) => {
  const { code, web } = await refused(context, 'https://t.me/c/1234567890/12', {}, PAGES_ONLY)
  assert.equal(code, 'profile_private')
  assert.deepEqual(web.requested(), [])
})

test('if a server does not allow its API, the embed is read, then the page', async (context) => {
  const url = 'https://social.example/@desk/1122'
  const closed = { 'social.example/api/v1/statuses/1122': json({ error: 'sign in' }, 401) }
  const embedded = await found(context, url, {
    ...closed,
    'social.example/api/oembed': json({ type: 'rich', version: '1.0', html: '<p>Hi</p>' }),
  })
  assert.deepEqual([embedded.data.embed?.html, embedded.data.post], ['<p>Hi</p>', null])

  const page = await found(context, url, { ...closed, 'social.example/@desk/1122': html('<title>Hello</title>') })
  assert.deepEqual([page.data.platform, page.data.preview.title, page.data.post], ['mastodon', 'Hello', null])
  assert.deepEqual(page.web.requested().map(withoutQuery).toSorted(), [
    'social.example/@desk/1122',
    'social.example/api/oembed',
    'social.example/api/v1/statuses/1122',
  ])

  const wall = { 'social.example/@desk/1122': redirect('/auth/sign_in'), 'social.example/auth/sign_in': html('Log in') }
  assert.equal((await refused(context, url, { ...closed, ...wall })).code, 'link_status')
  assert.equal((await refused(context, url, closed)).code, 'post_not_found')
})

test('a post that the API reports as gone or private is not looked for elsewhere', async (context) => {
  const url = 'https://social.example/@desk/1122'
  const page = { 'social.example/@desk/1122': html('<title>Hello</title>') }
  const gone = await refused(context, url, {
    ...page,
    'social.example/api/v1/statuses/1122': json({ error: 'gone' }, 404),
  })
  assert.equal(gone.code, 'post_not_found')
  assert.ok(!gone.web.requested().includes('social.example/@desk/1122'))
})

test('a post that a server does not show publicly is private, though its page loads for any URL', async (context) => {
  const everywhere = html('<title>A program</title>')
  const hiddenNote = (status: number, code: string) =>
    json({ error: { message: 'No', code, id: 'x', kind: 'client' } }, status)
  for (const [address, api, refusal] of [
    ['https://notes.example/notes/a1z000102h', 'notes.example/api/notes/show', hiddenNote(400, 'SIGNIN_REQUIRED')],
    [
      'https://tube.example/w/ffffffff-1e18-4f1d-814e-4979aa7c9c44',
      'tube.example/api/v1/videos/ffffffff-1e18-4f1d-814e-4979aa7c9c44',
      json({ error: 'No', code: 'video_requires_password' }, 403, { 'content-type': 'application/problem+json' }),
    ],
    [
      'https://social.example/@desk/1122',
      'social.example/api/v1/statuses/1122',
      json({ ...STATUS, visibility: 'private' }),
    ],
    ['https://l.example/post/901', 'l.example/api/v3/post', json({ error: 'instance_is_private' }, 400)],
  ] as const) {
    const pages = { [api]: refusal, [`POST ${api}`]: refusal, [address.slice('https://'.length)]: everywhere }
    const { code, web } = await refused(context, address, pages, {
      platforms: [lemmy, mastodon, misskey, peertube].map((each) => each as unknown as Platform),
      environment: { EGRESS_ALLOW: ['notes', 'tube', 'social', 'l'].map((name) => `${name}.example:443`).join() },
    })
    assert.equal(code, 'profile_private', address)
    assert.ok(!web.requested().includes(address.slice('https://'.length)), address)
  }
})

/** A platform with an API for posts at its own host, and an endpoint. */
const deskPlatform = (fails: ErrorCode | undefined, options: { hasOembed: boolean; isSetUp?: boolean }) =>
  platform({
    id: 'github',
    name: 'Desk',
    handles: ['desk'],
    variants: { posts: 'posts' },
    settings: Type.Object({}),
    canonicalize: () => 'desk',
    credentials: [
      {
        id: 'key',
        settings: [],
        read: () => (options.isSetUp === false ? [] : [{ secrets: { key: 'secret' } }]),
        sign: () => ({}),
        steps: ['Ask for a key.'],
      },
    ],
    sources: [
      source({
        id: 'api',
        provenance: 'official_api',
        credential: 'key',
        account: async () => assert.fail('an account'),
        posts: async () => assert.fail('a page'),
        async post({ send: request, url, match }) {
          if (fails) throw new ApiError(fails)
          const response = await request({ url: new URL('/api', url) })
          return { post: buildPost({ id: match.id ?? '' }), answer: response }
        },
      }),
    ],
    posts: { parts: { id: '\\d+' }, patterns: { 'desk.dev/{id}': 'https://desk.dev/{id}' } },
    ...(options.hasOembed && { oembed: (url: URL) => new URL('/oembed', url) }),
  })

test('an API that is not configured, or fails, is replaced by the endpoint, else by the page', async (context) => {
  const pages = {
    'desk.dev/api': json({}),
    'desk.dev/oembed': json({ type: 'link', version: '1.0' }),
    'desk.dev/12': html('<title>Twelve</title>'),
  }
  const ways = async (fails: ErrorCode | undefined, options: { hasOembed: boolean; isSetUp?: boolean }) => {
    const platforms = [deskPlatform(fails, options)]
    const { data, web } = await found(context, 'https://desk.dev/12', pages, { platforms })
    return [data.post === null ? 'no post' : 'post', ...web.requested().toSorted()]
  }
  assert.deepEqual(await ways(undefined, { hasOembed: true }), ['post', 'desk.dev/api', 'desk.dev/oembed'])
  assert.deepEqual(await ways(undefined, { hasOembed: false }), ['post', 'desk.dev/api'])
  assert.deepEqual(await ways(undefined, { hasOembed: true, isSetUp: false }), ['no post', 'desk.dev/oembed'])
  assert.deepEqual(await ways(undefined, { hasOembed: false, isSetUp: false }), ['no post', 'desk.dev/12'])
  for (const fails of [
    'platform_unauthorized',
    'platform_rate_limited',
    'platform_error',
    'platform_not_configured',
  ] as const) {
    assert.deepEqual(await ways(fails, { hasOembed: true }), ['no post', 'desk.dev/oembed'])
    assert.deepEqual(await ways(fails, { hasOembed: false }), ['no post', 'desk.dev/12'])
  }
  for (const fails of ['post_not_found', 'profile_private', 'platform_timeout'] as const) {
    const platforms = [deskPlatform(fails, { hasOembed: true })]
    const { code, web } = await refused(context, 'https://desk.dev/12', pages, { platforms })
    assert.equal(code, fails)
    assert.ok(!web.requested().includes('desk.dev/12'))
  }
})

test('a post that the API leaves out and the endpoint refuses is hidden', async (context) => {
  const platforms = [deskPlatform('post_not_found', { hasOembed: true })]
  for (const [oembed, code] of [
    [json({}, 403), 'profile_private'],
    [json({}, 404), 'post_not_found'],
    [json({}, 500), 'post_not_found'],
    [json({ type: 'link', version: '1.0' }), 'post_not_found'],
  ] as const) {
    const reported = await refused(context, 'https://desk.dev/12', { 'desk.dev/oembed': oembed }, { platforms })
    assert.equal(reported.code, code)
  }
})

test('an exception in a platform’s code is a broken response of the platform, without details for the client', async (context) => {
  const never = () => Promise.reject(new RangeError('not called'))
  const stumbling = platform({
    ...{ id: 'odd', name: 'Odd', handles: ['name'], variants: { posts: 'posts' }, canonicalize: (input) => input },
    settings: Type.Object({}),
    posts: { parts: { id: '[0-9]+' }, patterns: { 'pixels.example/{id}': 'https://pixels.example/{id}' } },
    sources: [
      source({
        ...{ id: 'api', provenance: 'official_api', account: never, posts: never },
        post() {
          throw new TypeError('Cannot read properties of undefined')
        },
        findPost: () => Promise.reject(new TypeError('Cannot read properties of undefined')),
      }),
    ],
  })
  const pages = { 'pixels.example/1': html('<title>Pixels</title>'), 'news.example/1': html('<title>News</title>') }
  const { answer: response, code } = await refused(context, 'https://news.example/1', pages, { platforms: [stumbling] })
  assert.deepEqual([response.status, code], [502, 'platform_error'])
  const { data } = await found(context, 'https://pixels.example/1', pages, { platforms: [stumbling] })
  assert.deepEqual([data.platform, data.post, data.preview.title], ['odd', null, 'Pixels'], 'its page tells')
})
