import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { assertError, assertEveryAnswer } from '../../../test/assert-answer.ts'
import { html, json, redirect, type StubPages, type StubWebOptions, startStubWeb } from '../../../test/stub-web.ts'
import { ApiError, type ErrorCode } from '../../errors.ts'
import { buildPost } from '../../normalization/build-post.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { platform } from '../../platforms/platform.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { EMPTY_PREVIEW } from '../../validation/preview/preview.ts'
import { validatePost } from './route.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const VIDEO_OEMBED = {
  version: '1.0',
  type: 'video',
  title: 'A film',
  author_name: 'The Desk',
  provider_name: 'YouTube',
  thumbnail_url: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
  width: 200,
  height: 113,
  html: '<iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ" onload="x()"></iframe><script>alert(1)</script>',
}
const STATUS = {
  id: '1122',
  created_at: '2026-05-04T10:00:00.000Z',
  url: 'https://social.example/@desk/1122',
  visibility: 'public',
  content: '<p>Hello from the desk</p>',
  account: { id: '1', username: 'desk', acct: 'desk', display_name: 'The Desk', url: 'https://social.example/@desk' },
  media_attachments: [],
}

const isData = Compile(validatePost.data)
const FEDERATED = { platforms: [mastodon, sandbox] }

const withoutQuery = (address: string) => address.split('?')[0] ?? ''

/** The data of a good answer, checked against the schema. */
const found = async (context: TestContext, url: string, pages: StubPages, more: StubWebOptions = {}) => {
  const web = await startStubWeb(context, { ...FEDERATED, ...more, pages })
  const answer = await web.validatePost(url)
  assert.equal(answer.status, 200, answer.text)
  assertEveryAnswer(answer)
  const { data } = answer.body
  assert.ok(isData.Check(data), JSON.stringify([...isData.Errors(data)].slice(0, 3)))
  return { data, web, answer }
}

const refused = async (context: TestContext, url: string, pages: StubPages, more: StubWebOptions = {}) => {
  const web = await startStubWeb(context, { ...FEDERATED, ...more, pages })
  const answer = await web.validatePost(url)
  return { answer, web, code: answer.body.error?.code }
}

test('a post of a platform without an API comes with its oEmbed: the raw answer, an embed that is safe, a preview', async (context) => {
  const { data, web, answer } = await found(context, 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=4', {
    'www.youtube.com/oembed': json(VIDEO_OEMBED),
  })
  const { embed, ...rest } = data
  assert.deepEqual(rest, {
    valid: true,
    body: JSON.stringify(VIDEO_OEMBED),
    bodyEncoding: 'text',
    url: VIDEO,
    status: 200,
    contentType: 'application/json',
    bytes: JSON.stringify(VIDEO_OEMBED).length,
    preview: {
      ...EMPTY_PREVIEW,
      title: 'A film',
      imageUrl: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      siteName: 'YouTube',
      author: 'The Desk',
      canonicalUrl: VIDEO,
      oembedUrl: `https://www.youtube.com/oembed?url=${encodeURIComponent(VIDEO)}&format=json`,
    },
    platform: 'youtube',
    post: null,
  })
  assert.deepEqual(
    { ...embed, html: null },
    { type: 'video', html: null, width: 200, height: 113, providerName: 'YouTube' },
  )
  assert.match(
    embed?.html ?? '',
    /^<iframe src="https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ" [^>]*sandbox="[^>]*><\/iframe>$/,
  )
  assert.equal(answer.headers['x-quota-used'], '1')
  assert.deepEqual(web.asked(), [`www.youtube.com/oembed?url=${encodeURIComponent(VIDEO)}&format=json`])
})

test('every form of one post’s address is held as one', async (context) => {
  const web = await startStubWeb(context, { pages: { 'www.youtube.com/oembed': json(VIDEO_OEMBED) } })
  const first = await web.validatePost(VIDEO)
  for (const url of [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0',
    `${VIDEO}&list=x`,
  ]) {
    const again = await web.validatePost(url)
    assert.deepEqual([again.headers['x-cache'], again.text], ['hit', first.text])
  }
  assert.equal(web.asked().length, 1)
})

test('where the platform’s API can be asked, the post comes in the normalized form, and its embed with it', async (context) => {
  const { data, web } = await found(context, 'https://social.example/@desk/1122', {
    'social.example/api/v1/statuses/1122': json(STATUS),
    'social.example/api/oembed': json({ type: 'rich', version: '1.0', provider_name: 'Social', html: '<p>Hi</p>' }),
  })
  assert.deepEqual(
    [data.platform, data.url, data.body],
    ['mastodon', 'https://social.example/@desk/1122', JSON.stringify(STATUS)],
  )
  assert.deepEqual(data.embed, { type: 'rich', html: '<p>Hi</p>', width: null, height: null, providerName: 'Social' })
  assert.equal(data.post?.text, 'Hello from the desk')
  assert.deepEqual(data.post?.source, { kind: 'official_api', retrievedAt: '2030-01-15T12:00:00.000Z' })
  assert.deepEqual(data.preview, {
    ...EMPTY_PREVIEW,
    description: 'Hello from the desk',
    siteName: mastodon.name,
    author: 'The Desk',
    publishedAt: '2026-05-04T10:00:00.000Z',
    canonicalUrl: 'https://social.example/@desk/1122',
    oembedUrl: `https://social.example/api/oembed?url=${encodeURIComponent('https://social.example/@desk/1122')}`,
  })
  assert.deepEqual(web.asked().map(withoutQuery).toSorted(), [
    'social.example/api/oembed',
    'social.example/api/v1/statuses/1122',
  ])
})

test('a post is none the worse for an endpoint that fails, refuses, or never answers', async (context) => {
  const api = { 'social.example/api/v1/statuses/1122': json(STATUS) }
  const endpoints: readonly StubPages[string][] = [
    { status: 404 },
    { status: 500 },
    json({ error: 'protected' }, 403),
    { body: '{"type":' },
    json({ type: 'rich', version: '1.0', html: '<script>alert(1)</script>' }),
    (response) => void response.socket?.destroy(),
  ]
  for (const endpoint of endpoints) {
    const pages = { ...api, 'social.example/api/oembed': endpoint }
    const { data } = await found(context, 'https://social.example/@desk/1122', pages)
    assert.deepEqual([data.post?.id, data.embed], ['1122', null])
  }
})

test('an endpoint that is still silent when the post is gone is asked no longer', async (context) => {
  let closed: Promise<unknown> | undefined
  const { code } = await refused(context, 'https://social.example/@desk/1122', {
    'social.example/api/oembed': (response) => {
      closed = new Promise((done) => response.once('close', done))
    },
    'social.example/api/v1/statuses/1122': async (response) => {
      while (closed === undefined) await new Promise((done) => setImmediate(done))
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"gone"}')
    },
  })
  assert.equal(code, 'post_not_found')
  await closed
})

test('ten who ask for one post at once share one call of its API and one of its endpoint', async (context) => {
  const web = await startStubWeb(context, {
    ...FEDERATED,
    pages: {
      'social.example/api/v1/statuses/1122': json(STATUS),
      'social.example/api/oembed': json({ type: 'link', version: '1.0' }),
    },
  })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => web.validatePost('https://social.example/@desk/1122')),
  )
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(web.asked().length, 2)
})

test('a post of the sandbox is validated without any call', async (context) => {
  const { data, web } = await found(context, 'https://sandbox.example/@demo/1087', {})
  assert.deepEqual([data.platform, data.post?.id, data.post?.source.kind], ['sandbox', '1087', 'sandbox'])
  assert.equal((await web.validatePost('https://sandbox.example/@demo/9')).body.error?.code, 'post_not_found')
  assertError(await web.validateLink('https://sandbox.example/@demo/1087'), { code: 'link_blocked' })
  assert.deepEqual(web.network.lookups, [])
})

/** What an oEmbed endpoint answers, and what that means. */
const REFUSALS: readonly (readonly [what: string, page: StubPages[string], code: ErrorCode])[] = [
  ['404', { status: 404, body: 'Not Found' }, 'post_not_found'],
  ['410', json({}, 410), 'post_not_found'],
  ['400 in JSON', json({ code: 400, message: 'Something went wrong' }, 400), 'post_not_found'],
  ['400 of a gateway', { status: 400, body: '<html>Bad request' }, 'platform_error'],
  ['401', { status: 401, body: 'Unauthorized' }, 'profile_private'],
  ['403', json({ error: 'protected' }, 403), 'profile_private'],
  ['403 of a gateway', { status: 403, body: '<!doctype html><title>Blocked</title>' }, 'platform_error'],
  ['451', json({}, 451), 'post_not_found'],
  ['429', json({}, 429, { 'retry-after': '77' }), 'platform_rate_limited'],
  ['500', { status: 500, body: 'no' }, 'platform_error'],
  ['501', { status: 501, body: 'Not Implemented' }, 'platform_error'],
  ['a page', html('<html><title>Hello</title>'), 'platform_error'],
  ['garbage', { body: '{"type":' }, 'platform_error'],
  ['a list', json([VIDEO_OEMBED]), 'platform_error'],
  ['an error that calls itself 200', json({ error: 'no such film' }), 'post_not_found'],
  ['depth', { body: '['.repeat(100_000) }, 'platform_error'],
  ['__proto__', { body: '{"type":"video","__proto__":{"x":1}}' }, 'platform_error'],
  ['no permission at Meta', json({ error: { code: 10, message: 'x' } }, 400), 'platform_unauthorized'],
  ['a limit at Meta', json({ error: { code: 4, message: 'x' } }, 403), 'platform_rate_limited'],
  ['no such post at Meta', json({ error: { code: 24, message: 'x' } }, 400), 'post_not_found'],
]
for (const [what, page, code] of REFUSALS) {
  test(`an endpoint that answers ${what}: ${code}, and never a valid post`, async (context) => {
    const { answer } = await refused(context, VIDEO, { 'www.youtube.com/oembed': page })
    assert.equal(answer.body.error?.code, code)
    assertEveryAnswer(answer)
    assert.equal(answer.headers['x-quota-used'], '0')
    if (what === '429') assert.equal(answer.headers['retry-after'], '77')
  })
}

test('what the embed may not show is not shown; the post is valid all the same', async (context) => {
  const answer = {
    ...VIDEO_OEMBED,
    html: '<script src="https://evil.example/x.js"></script><iframe src="https://evil.example/">',
  }
  const { data } = await found(context, VIDEO, { 'www.youtube.com/oembed': json(answer) })
  assert.deepEqual([data.valid, data.embed], [true, null])
})

test('where there is no endpoint the page tells, by its status', async (context) => {
  const url = 'https://github.com/desk/tool/issues/12'
  const { data } = await found(context, url, { 'github.com/desk/tool/issues/12': html('<title>Issue 12</title>') })
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
    assert.equal((await refused(context, url, pages)).code, code)
  }
})

test('where a page is shown for any address, the post must be seen on it', async (context) => {
  const film = 'https://www.twitch.tv/videos/123456'
  const shown = html('<title>Film</title><meta property="og:type" content="video.other">')
  assert.equal((await found(context, film, { 'www.twitch.tv/videos/123456': shown })).data.platform, 'twitch')
  assert.equal(
    (await refused(context, film, { 'www.twitch.tv/videos/123456': html('<title>Twitch</title>') })).code,
    'post_not_found',
  )

  const message = 'https://t.me/desk_news/12'
  const widget = 't.me/desk_news/12?embed=1&mode=tme'
  const { data } = await found(context, message, {
    [widget]: html('<div class="tgme_widget_message" data-post="desk_news/12">Hello'),
  })
  assert.equal(data.url, message)
  const error = html('<div class="tgme_widget_message_error">Post not found</div>')
  assert.equal((await refused(context, message, { [widget]: error })).code, 'post_not_found')
})

test('a post that only members see is private without being asked for', async (context) => {
  const { code, web } = await refused(context, 'https://t.me/c/1234567890/12', {})
  assert.equal(code, 'profile_private')
  assert.deepEqual(web.asked(), [])
})

test('a page that names its own endpoint has an embed; another host’s endpoint is not asked', async (context) => {
  const url = 'https://desk.substack.com/p/story'
  const page = (endpoint: string) =>
    html(`<link rel="alternate" type="application/json+oembed" href="${endpoint}"><title>Story</title>`)
  const answer = json({ type: 'link', version: '1.0', provider_name: 'The Desk' })
  const own = await found(context, url, {
    'desk.substack.com/p/story': page('/oembed?x=1'),
    'desk.substack.com/oembed': answer,
  })
  assert.deepEqual(own.data.embed, { type: 'link', html: null, width: null, height: null, providerName: 'The Desk' })
  assert.equal(own.data.bodyEncoding === 'text' && own.data.body.includes('<title>Story'), true)
  const broken = await found(context, url, { 'desk.substack.com/p/story': page('/oembed') })
  assert.equal(broken.data.embed, null)
  const other = await found(context, url, {
    'desk.substack.com/p/story': page('https://other.example/oembed'),
    'other.example/oembed': answer,
  })
  assert.equal(other.data.embed, null)
  assert.deepEqual(other.web.asked(), ['desk.substack.com/p/story'])
})

test('a provider of the registry is asked with suspicion: its host counts like any other', async (context) => {
  const pages = { 'www.ted.com/services/v1/oembed.json': json({ type: 'video', version: '1.0', title: 'A talk' }) }
  const { data, web } = await found(context, 'https://www.ted.com/talks/a_talk', pages)
  assert.deepEqual([data.platform, data.preview.title], ['ted', 'A talk'])
  for (let talk = 1; talk < 60; talk += 1) await web.validatePost(`https://www.ted.com/talks/talk_${talk}`)
  web.clock.at += 60_000
  const answer = await web.validatePost('https://www.ted.com/talks/talk_60')
  assert.equal(answer.body.error?.code, 'rate_limited')
  assert.equal(web.asked().length, 60)
})

test('a server that lets nobody ask its API is asked for the embed, then for the page', async (context) => {
  const url = 'https://social.example/@desk/1122'
  const closed = { 'social.example/api/v1/statuses/1122': json({ error: 'sign in' }, 401) }
  const embedded = await found(context, url, {
    ...closed,
    'social.example/api/oembed': json({ type: 'rich', version: '1.0', html: '<p>Hi</p>' }),
  })
  assert.deepEqual([embedded.data.embed?.html, embedded.data.post], ['<p>Hi</p>', null])

  const page = await found(context, url, { ...closed, 'social.example/@desk/1122': html('<title>Hello</title>') })
  assert.deepEqual([page.data.platform, page.data.preview.title, page.data.post], ['mastodon', 'Hello', null])
  assert.deepEqual(page.web.asked().map(withoutQuery).toSorted(), [
    'social.example/@desk/1122',
    'social.example/api/oembed',
    'social.example/api/v1/statuses/1122',
  ])

  const wall = { 'social.example/@desk/1122': redirect('/auth/sign_in'), 'social.example/auth/sign_in': html('Log in') }
  assert.equal((await refused(context, url, { ...closed, ...wall })).code, 'link_status')
  assert.equal((await refused(context, url, closed)).code, 'post_not_found')
})

test('a post that the API says is gone or private is not looked for elsewhere', async (context) => {
  const url = 'https://social.example/@desk/1122'
  const page = { 'social.example/@desk/1122': html('<title>Hello</title>') }
  const gone = await refused(context, url, {
    ...page,
    'social.example/api/v1/statuses/1122': json({ error: 'gone' }, 404),
  })
  assert.equal(gone.code, 'post_not_found')
  assert.ok(!gone.web.asked().includes('social.example/@desk/1122'))
})

test('what happens on the way to a stranger’s host is told of the address, not of a platform', async (context) => {
  const { answer } = await refused(context, 'https://social.example/@desk/1122', {
    'social.example/api/v1/statuses/1122': (response) => void response.socket?.destroy(),
  })
  assert.equal(answer.body.error?.code, 'link_unreachable')
  const blocked = await refused(context, 'https://localhost.localdomain/@desk/1122', {})
  assert.equal(blocked.code, 'link_blocked')
})

/** A platform with an API for posts at a host of its own, and an endpoint. */
const deskPlatform = (fails: ErrorCode | undefined, options: { hasOembed: boolean; isSetUp?: boolean }) =>
  platform({
    id: 'github',
    name: 'Desk',
    provenance: 'official_api',
    handles: ['desk'],
    variants: { posts: 'posts' },
    settings: Type.Object({}),
    ...(options.isSetUp === false && { missing: () => 'Set DESK_KEY.' }),
    canonicalize: () => 'desk',
    page: async () => assert.fail('a page'),
    postUrls: [/^https:\/\/desk\.dev\/(?<id>\d+)$/],
    post: async ({ http, url, match }) => {
      if (fails) throw new ApiError(fails)
      const answer = await http.get(new URL('/api', url))
      return { post: buildPost({ id: match.id ?? '' }), answer }
    },
    ...(options.hasOembed && { oembed: (url: URL) => new URL('/oembed', url) }),
  })

test('an API that is not set up, or fails of itself, gives way to the endpoint, else to the page', async (context) => {
  const pages = {
    'desk.dev/api': json({}),
    'desk.dev/oembed': json({ type: 'link', version: '1.0' }),
    'desk.dev/12': html('<title>Twelve</title>'),
  }
  const ways = async (fails: ErrorCode | undefined, options: { hasOembed: boolean; isSetUp?: boolean }) => {
    const platforms = [deskPlatform(fails, options)]
    const { data, web } = await found(context, 'https://desk.dev/12', pages, { platforms })
    return [data.post === null ? 'no post' : 'post', ...web.asked().toSorted()]
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
    assert.ok(!web.asked().includes('desk.dev/12'))
  }
})

test('a short link is followed without reading a page, and the post behind it is validated', async (context) => {
  const pages: StubPages = {
    'HEAD t.co/AbC': redirect('https://twitter.com/desk/status/123?s=20', 301),
    'HEAD twitter.com/desk/status/123?s=20': redirect('https://x.com/desk/status/123', 301),
    'HEAD x.com/desk/status/123': html(''),
    'publish.x.com/oembed': json({
      type: 'rich',
      version: '1.0',
      html: '<blockquote class="twitter-tweet">Hi</blockquote>',
    }),
  }
  const { data, web } = await found(context, 'https://t.co/AbC', pages)
  assert.deepEqual([data.platform, data.url], ['x', 'https://x.com/desk/status/123'])
  assert.equal(web.asked().length, 4)
})

test('a short link whose server does not answer HEAD is asked once more', async (context) => {
  const { data } = await found(context, 'https://vm.tiktok.com/ZM1/', {
    'HEAD vm.tiktok.com/ZM1/': { status: 405 },
    'GET vm.tiktok.com/ZM1/': redirect('https://www.tiktok.com/@desk/video/7123456789012345678?_t=1'),
    'www.tiktok.com/@desk/video/7123456789012345678': html('<title>TikTok</title>'),
    'www.tiktok.com/oembed': json({ type: 'video', version: '1.0', title: 'A clip' }),
  })
  assert.deepEqual([data.platform, data.url], ['tiktok', 'https://www.tiktok.com/@desk/video/7123456789012345678'])
})

test('a short link that leads to no post is told so', async (context) => {
  const cases: readonly (readonly [StubPages, ErrorCode])[] = [
    [
      { 't.co/AbC': redirect('https://news.example/story'), 'news.example/story': html('Story') },
      'unsupported_post_url',
    ],
    [{ 't.co/AbC': html('no redirect') }, 'unsupported_post_url'],
    [{ 't.co/AbC': { status: 404 } }, 'post_not_found'],
    [{ 't.co/AbC': { status: 500 } }, 'link_status'],
    [
      {
        't.co/AbC': redirect('https://www.instagram.com/accounts/login/?next=%2Fp%2Fx'),
        'www.instagram.com/accounts/login/': html(''),
      },
      'link_status',
    ],
    [{ 't.co/AbC': redirect('http://169.254.169.254/') }, 'link_blocked'],
    [{ 't.co/AbC': redirect('/AbC') }, 'link_redirects'],
  ]
  for (const [pages, code] of cases) assert.equal((await refused(context, 'https://t.co/AbC', pages)).code, code)
})

test('what is no post names the platforms that are supported, before it is counted', async (context) => {
  const web = await startStubWeb(context, FEDERATED)
  for (const url of ['https://www.youtube.com/@desk', 'https://www.ted.com/', 'https://news.example/']) {
    const answer = await web.validatePost(url)
    assertError(answer, { code: 'unsupported_post_url' })
    for (const name of ['YouTube', 'TikTok', 'Mastodon', 'Sandbox', 'oEmbed registry']) {
      assert.ok(answer.body.error?.message.includes(name), name)
    }
    assert.equal(answer.headers['x-quota-used'], '0')
  }
  assert.equal((await web.validatePost('https://a@x.com/desk/status/1')).body.error?.code, 'link_malformed')
  assert.equal((await web.validatePost('https://10.0.0.1/@desk/1122')).body.error?.code, 'link_blocked')
  assert.deepEqual(web.network.lookups, [])
})

test('a stand-in named by the operator is asked in the place of the endpoint', async (context) => {
  const environment = { YOUTUBE_BASE_URL: 'https://other.example' }
  const { data, web } = await found(context, VIDEO, { 'other.example/oembed': json(VIDEO_OEMBED) }, { environment })
  assert.equal(data.preview.oembedUrl?.startsWith('https://www.youtube.com/oembed?'), true)
  assert.deepEqual(
    web.network.requests.map(({ headers }) => headers['x-forwarded-host']),
    ['www.youtube.com'],
  )
})
