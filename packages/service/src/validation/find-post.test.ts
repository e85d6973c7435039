// URLs that match no pattern, validated through validate-post.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError, assertEveryResponse } from '@central-api/testing/assert-response.ts'
import { html, json, redirect, type StubPages, startStubWeb } from '@central-api/testing/stub-web.ts'
import { Compile } from 'typebox/compile'
import type { ErrorCode } from '../errors.ts'
import { validatePost } from '../http/validate-post/route.ts'
import { sandbox } from '../platforms/sandbox/sandbox.ts'
import { tiktok } from '../platforms/tiktok/tiktok.ts'
import { wordpress } from '../platforms/wordpress/wordpress.ts'

const POST = 'https://blog.example/2026/05/a-post/'
const API = 'blog.example/wp-json/wp/v2/posts/12'
const OEMBED = 'blog.example/wp-json/oembed/1.0/embed'
const ROOT = '<https://blog.example/wp-json/>; rel="https://api.w.org/"'
const ITSELF = `<https://${API}>; rel="alternate"; type="application/json"`
const DISCOVERY = `<link rel="alternate" type="application/json+oembed" href="https://${OEMBED}?url=x">`

const REST_POST = {
  id: 12,
  date_gmt: '2026-05-04T10:00:00',
  modified_gmt: '2026-05-04T10:00:00',
  link: POST,
  title: { rendered: 'Fish &amp; chips' },
  content: { rendered: '<p>Hello</p>', protected: false },
}
const OEMBED_RESPONSE = {
  version: '1.0',
  type: 'rich',
  provider_name: 'The &amp; blog',
  html: `<blockquote class="wp-embedded-content"><a href="${POST}">Fish</a></blockquote><script>alert(1)</script>`,
}
const PAGE = html(`<title>Fish – Blog</title><meta property="og:image" content="/fish.png">${DISCOVERY}`, {
  link: `${ROOT}, ${ITSELF}`,
})
const WORDPRESS: StubPages = {
  'blog.example/2026/05/a-post/': PAGE,
  [API]: json(REST_POST),
  [OEMBED]: json(OEMBED_RESPONSE),
}

const isData = Compile(validatePost.data)

const send = async (context: TestContext, url: string, pages: StubPages) => {
  const web = await startStubWeb(context, { platforms: [sandbox, wordpress], pages })
  const response = await web.validatePost(url)
  assertEveryResponse(response)
  return { web, response, requested: web.requested().map((url) => url.split('?')[0]) }
}

const found = async (context: TestContext, url: string, pages: StubPages) => {
  const { response, ...rest } = await send(context, url, pages)
  const { data } = response.body
  assert.ok(isData.Check(data), response.text)
  return { data, response, ...rest }
}

test('reads a WordPress post through its API, with its embed, for one call each', async (context) => {
  const { data, response, requested, web } = await found(context, `${POST}?utm_source=x#comments`, WORDPRESS)
  const { post, embed, preview, ...rest } = data
  assert.deepEqual(rest, {
    valid: true,
    body: JSON.stringify(REST_POST),
    bodyEncoding: 'text',
    url: POST,
    status: 200,
    contentType: 'application/json',
    bytes: JSON.stringify(REST_POST).length,
    platform: 'wordpress',
  })
  assert.deepEqual(
    [post?.id, post?.title, post?.text, post?.source.kind],
    ['12', 'Fish & chips', 'Hello', 'official_api'],
  )
  assert.deepEqual(embed, {
    type: 'rich',
    html: `<blockquote class="wp-embedded-content"><a href="${POST}" rel="nofollow noopener ugc" target="_blank">Fish</a></blockquote>`,
    width: null,
    height: null,
    providerName: 'The & blog',
  })
  assert.deepEqual(preview, {
    title: 'Fish & chips',
    description: 'Hello',
    imageUrl: 'https://blog.example/fish.png',
    siteName: 'The & blog',
    author: null,
    publishedAt: '2026-05-04T10:00:00.000Z',
    canonicalUrl: POST,
    oembedUrl: `https://${OEMBED}?url=x`,
  })
  assert.equal(response.headers['x-quota-used'], '1')
  assert.deepEqual(requested.toSorted(), ['blog.example/2026/05/a-post/', OEMBED, API])
  assert.equal((await web.validatePost(`${POST}?utm_source=x`)).headers['x-cache'], 'hit')
})

test('the description is the excerpt, or else the text, and never repeats the title', async (context) => {
  const descriptionOf = async (post: object, page = PAGE) => {
    const pages = { ...WORDPRESS, 'blog.example/2026/05/a-post/': page, [API]: json({ ...REST_POST, ...post }) }
    const { data } = await found(context, POST, pages)
    return [data.preview.title, data.preview.description]
  }
  const excerpt = (rendered: string) => ({ excerpt: { rendered } })
  const empty = { ...excerpt(''), content: { rendered: '' } }
  const title = 'Fish & chips'
  assert.deepEqual(await descriptionOf(excerpt('<p>All about fish [&hellip;]</p>')), [title, 'All about fish […]'])
  assert.deepEqual(await descriptionOf(excerpt('<p>Fish &amp; chips</p>')), [title, 'Hello'])
  assert.deepEqual(await descriptionOf(empty), [title, null])
  const again = html(`<title>x</title><meta name=description content="${title}">`, { link: `${ROOT}, ${ITSELF}` })
  assert.deepEqual(await descriptionOf(empty, again), [title, null])
})

test('a post without an embed, or with an embed that fails, is still a post', async (context) => {
  for (const oembed of [{ status: 404 }, { body: 'no' }, { status: 500 }]) {
    const { data } = await found(context, POST, { ...WORDPRESS, [OEMBED]: oembed })
    assert.deepEqual([data.post?.id, data.embed], ['12', null])
  }
})

test('reads a post from its page when the API is closed', async (context) => {
  const closed = { ...WORDPRESS, [API]: json({ code: 'rest_login_required' }, 401) }
  const { data } = await found(context, POST, closed)
  assert.deepEqual([data.platform, data.post, data.preview.title], ['wordpress', null, 'Fish – Blog'])
  assert.ok(data.bodyEncoding === 'text' && data.body?.includes('<title>Fish'))
  assert.equal(data.embed?.type, 'rich')
})

test('a page without WordPress that has an embed at its own host is a post of no platform', async (context) => {
  const page = (endpoint: string) =>
    html(`<title>A film</title><link rel="alternate" type="application/json+oembed" href="${endpoint}">`)
  const pages = (endpoint: string, oembed: StubPages[string]): StubPages => ({
    'pixels.example/films/1': page(endpoint),
    'pixels.example/oembed': oembed,
    'other.example/oembed': oembed,
  })
  const video = { type: 'video', version: '1.0', provider_name: 'YouTube', html: '<script>x()</script><p>Film</p>' }
  const { data, requested } = await found(context, 'https://pixels.example/films/1', pages('/oembed', json(video)))
  assert.deepEqual([data.platform, data.post, data.preview.title], [null, null, 'A film'])
  assert.deepEqual(data.embed, {
    type: 'video',
    html: '<p>Film</p>',
    width: null,
    height: null,
    providerName: 'YouTube',
  })
  assert.deepEqual(requested, ['pixels.example/films/1', 'pixels.example/oembed'])

  const none: readonly (readonly [string, StubPages[string]])[] = [
    ['https://other.example/oembed', json(video)],
    ['/oembed', { status: 404 }],
    ['/oembed', json({ ...video, html: '<script>x()</script>' })],
    ['/oembed', json({ error: 'none' })],
  ]
  for (const [endpoint, oembed] of none) {
    const { response } = await send(context, 'https://pixels.example/films/1', pages(endpoint, oembed))
    assert.equal(response.body.error?.code, 'unsupported_post_url')
  }
})

test('refuses what is not a post, lists what is supported, charges nothing, and does not fetch it again', async (context) => {
  const pages: StubPages = {
    'news.example/story': html('<title>Story</title>'),
    'news.example/photo.png': { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0, 0xff]) },
    'blog.example/category/news/': html('<title>News</title>', {
      link: `${ROOT}, <https://blog.example/wp-json/wp/v2/categories/3>; rel="alternate"; type="application/json"`,
    }),
  }
  const web = await startStubWeb(context, { platforms: [sandbox, wordpress], pages })
  for (const url of [
    'https://news.example/story',
    'https://news.example/photo.png',
    'https://blog.example/category/news/',
  ]) {
    const response = await web.validatePost(url)
    assertError(response, { code: 'unsupported_post_url' })
    for (const name of ['Spotify', 'WordPress', 'oEmbed registry'])
      assert.ok(response.body.error?.message.includes(name))
    assert.equal(response.headers['x-quota-used'], '0')
    assert.equal((await web.validatePost(url)).body.error?.code, 'unsupported_post_url')
  }
  assert.equal(web.requested().length, 3)
})

/** What an unknown host returns, and the error for it. */
const REFUSALS: readonly (readonly [what: string, pages: StubPages, code: ErrorCode])[] = [
  [
    'a WordPress page without a post at its URL',
    { 'blog.example/2026/05/a-post/': html('Gone', { link: ROOT }), [API]: json({}) },
    'unsupported_post_url',
  ],
  ['404', {}, 'post_not_found'],
  ['410', { 'blog.example/2026/05/a-post/': { status: 410 } }, 'post_not_found'],
  ['401', { 'blog.example/2026/05/a-post/': { status: 401 } }, 'profile_private'],
  ['500', { 'blog.example/2026/05/a-post/': { status: 500 } }, 'link_status'],
  [
    'a redirect to the front page',
    { 'blog.example/2026/05/a-post/': redirect('/'), 'blog.example/': html('Hi') },
    'post_not_found',
  ],
  [
    'a redirect to the login',
    {
      'blog.example/2026/05/a-post/': redirect('/wp-login.php?redirect_to=x'),
      'blog.example/wp-login.php': html('<title>Log In</title>'),
    },
    'link_status',
  ],
  [
    'a post with a password',
    { ...WORDPRESS, [API]: json({ ...REST_POST, content: { rendered: '', protected: true } }) },
    'profile_private',
  ],
  [
    'an API without such a post',
    { ...WORDPRESS, [API]: json({ code: 'rest_post_invalid_id' }, 404) },
    'post_not_found',
  ],
  ['an API that limits', { ...WORDPRESS, [API]: json({}, 429) }, 'platform_rate_limited'],
  ['an API that breaks', { ...WORDPRESS, [API]: { status: 500, body: 'no' } }, 'platform_error'],
  [
    'an API that closes the connection',
    { ...WORDPRESS, [API]: (response) => void response.socket?.destroy() },
    'link_unreachable',
  ],
  [
    'an API inside the network',
    {
      'blog.example/2026/05/a-post/': html('Hi', {
        link: '<http://169.254.169.254/>; rel="https://api.w.org/", <http://169.254.169.254/wp/v2/posts/12>; rel="alternate"; type="application/json"',
      }),
    },
    'link_blocked',
  ],
]
for (const [what, pages, code] of REFUSALS) {
  test(`${what}: ${code}, and never a valid post`, async (context) => {
    const { response } = await send(context, POST, pages)
    assert.equal(response.body.error?.code, code, response.text)
    assert.equal(response.headers['x-quota-used'], '0')
  })
}

test('calls an unknown host at most sixty times a minute, whatever is requested', async (context) => {
  const web = await startStubWeb(context, {
    platforms: [sandbox, wordpress],
    pages: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`news.example/${n}`, html('Story')])),
  })
  for (let n = 0; n < 60; n += 1) {
    assert.equal((await web.validatePost(`https://news.example/${n}`)).body.error?.code, 'unsupported_post_url')
  }
  assert.equal((await web.validatePost('https://news.example/60')).body.error?.code, 'rate_limited')
  assert.equal(web.requested().length, 60)
})

test('validates the destination of a short link', async (context) => {
  const { data, requested } = await found(context, 'https://bit.ly/AbC', {
    ...WORDPRESS,
    'bit.ly/AbC': redirect(POST, 301),
  })
  assert.deepEqual([data.platform, data.post?.id], ['wordpress', '12'])
  assert.equal(requested.length, 5)
})

test('a redirect to a post of a platform is that post, even behind a wall', async (context) => {
  const status = json({ type: 'video', version: '1.0', title: 'A clip' })
  const end = 'https://www.tiktok.com/@desk/video/7123456789012345678'
  for (const pages of [
    { 'news.example/go': redirect(end), 'www.tiktok.com/@desk/video/7123456789012345678': html('Clip') },
    { 'news.example/go': redirect(end), 'www.tiktok.com/@desk/video/7123456789012345678': { status: 403 } },
    {
      'news.example/go': redirect(`https://www.tiktok.com/login?redirect_url=${encodeURIComponent(end)}`),
      'www.tiktok.com/login': html('<title>Log in | TikTok</title>'),
    },
  ] satisfies readonly StubPages[]) {
    const web = await startStubWeb(context, {
      platforms: [sandbox, tiktok, wordpress],
      pages: { ...pages, 'www.tiktok.com/oembed': status },
    })
    const { data } = (await web.validatePost('https://news.example/go')).body
    assert.ok(isData.Check(data))
    assert.deepEqual([data.platform, data.url], ['tiktok', end])
  }
})
