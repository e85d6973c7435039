import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import {
  FEDERATED,
  found,
  refused,
  STATUS,
  VIDEO,
  VIDEO_OEMBED,
  withoutQuery,
} from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, type StubPages, startStubWeb } from '@central-api/testing/stub-web.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { EMPTY_PREVIEW } from '../../validation/preview/preview.ts'

test('a post without an API has its oEmbed: the raw response, a safe embed and a preview', async (context) => {
  const {
    data,
    web,
    answer: reply,
  } = await found(context, 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=4', {
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
  assert.equal(reply.headers['x-quota-used'], '1')
  assert.deepEqual(web.requested(), [`www.youtube.com/oembed?url=${encodeURIComponent(VIDEO)}&format=json`])
})

test('all URL forms of a post share one cached result', async (context) => {
  const web = await startStubWeb(context, { ...FEDERATED, pages: { 'www.youtube.com/oembed': json(VIDEO_OEMBED) } })
  const first = await web.validatePost(VIDEO)
  for (const url of [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0',
    `${VIDEO}&list=x`,
    ` \u2068${VIDEO}\u2069\n`,
    `<${VIDEO}>`,
    `„${VIDEO}“`,
  ]) {
    const again = await web.validatePost(url)
    assert.deepEqual([again.headers['x-cache'], again.text], ['hit', first.text])
  }
  assert.equal(web.requested().length, 1)
})

test('if the platform’s API is available, the post comes in the normalized form, with its embed', async (context) => {
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
  assert.deepEqual(data.post?.source, {
    kind: 'official_api',
    connection: null,
    retrievedAt: '2030-01-15T12:00:00.000Z',
  })
  assert.deepEqual(data.preview, {
    ...EMPTY_PREVIEW,
    description: 'Hello from the desk',
    siteName: mastodon.name,
    author: 'The Desk',
    publishedAt: '2026-05-04T10:00:00.000Z',
    canonicalUrl: 'https://social.example/@desk/1122',
    oembedUrl: `https://social.example/api/oembed?url=${encodeURIComponent('https://social.example/@desk/1122')}`,
  })
  assert.deepEqual(web.requested().map(withoutQuery).toSorted(), [
    'social.example/api/oembed',
    'social.example/api/v1/statuses/1122',
  ])
})

test('a post is valid even if its oEmbed endpoint fails, refuses or never responds', async (context) => {
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

test('the call of a silent endpoint is cancelled when the post turns out to be missing', async (context) => {
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

test('ten concurrent requests share one call of the API and one of the endpoint', async (context) => {
  const web = await startStubWeb(context, {
    ...FEDERATED,
    pages: {
      'social.example/api/v1/statuses/1122': json(STATUS),
      'social.example/api/oembed': json({ type: 'link', version: '1.0' }),
    },
  })
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => web.validatePost('https://social.example/@desk/1122')),
  )
  assert.deepEqual(new Set(responses.map(({ text }) => text)).size, 1)
  assert.equal(web.requested().length, 2)
})

test('a post of the sandbox is validated without any outbound request', async (context) => {
  const { data, web } = await found(context, 'https://sandbox.example/@demo/1087', {})
  assert.deepEqual([data.platform, data.post?.id, data.post?.source.kind], ['sandbox', '1087', 'sandbox'])
  assert.equal((await web.validatePost('https://sandbox.example/@demo/9')).body.error?.code, 'post_not_found')
  assert.deepEqual(web.network.lookups, [])
})

test('network errors at an unknown host are reported for the URL, not for a platform', async (context) => {
  const { answer: reply } = await refused(context, 'https://social.example/@desk/1122', {
    'social.example/api/v1/statuses/1122': (response) => void response.socket?.destroy(),
  })
  assert.equal(reply.body.error?.code, 'link_unreachable')
  const blocked = await refused(context, 'https://localhost.localdomain/@desk/1122', {})
  assert.equal(blocked.code, 'link_blocked')
})

test('a URL of no post is refused before it is counted, with the supported platforms', async (context) => {
  const web = await startStubWeb(context, FEDERATED)
  for (const url of ['https://www.youtube.com/@desk', 'https://www.ted.com/', 'https://news.example/']) {
    const reply = await web.validatePost(url)
    assertError(reply, { code: 'unsupported_post_url' })
    for (const name of ['YouTube', 'TikTok', 'Mastodon', 'Sandbox', 'oEmbed registry']) {
      assert.ok(reply.body.error?.message.includes(name), name)
    }
    assert.equal(reply.headers['x-quota-used'], '0')
  }
  assert.equal((await web.validatePost('https://a@x.com/desk/status/1')).body.error?.code, 'link_malformed')
  assert.equal((await web.validatePost('https://10.0.0.1/@desk/1122')).body.error?.code, 'link_blocked')
  assert.deepEqual(web.network.lookups, [])
})

test('without its body a post has everything except its raw response', async (context) => {
  const url = 'https://social.example/@desk/1122'
  const { web, data } = await found(context, url, { 'social.example/api/v1/statuses/1122': json(STATUS) })
  const reply = await web.post('/validate-post', { url, withBody: false }, web.headers)
  const { body: _, bodyEncoding: __, ...rest } = data
  assert.deepEqual(reply.body.data, rest)
})

test('without its body a post is found even if its page is too large to return', async (context) => {
  const url = 'https://news.example/story'
  const large = html(
    `<title>Story</title><link rel="alternate" type="application/json+oembed" href="https://news.example/oembed">${'<p>x'.repeat(800_000)}`,
  )
  const { web } = await found(context, VIDEO, { 'www.youtube.com/oembed': json(VIDEO_OEMBED) })
  web.pages['news.example/story'] = large
  web.pages['news.example/oembed'] = json({ version: '1.0', type: 'rich', html: '<blockquote>Story</blockquote>' })
  const request = async (withBody: boolean) => (await web.post('/validate-post', { url, withBody }, web.headers)).body
  assert.equal((await request(true)).error?.code, 'link_too_large')
  const { data } = await request(false)
  assert.deepEqual([data?.valid, data?.bytes], [true, null])
  assert.equal((data as { preview: { title: string } }).preview.title, 'Story')
})
