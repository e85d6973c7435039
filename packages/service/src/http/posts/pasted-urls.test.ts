// Selected posts by URLs that do not name the post directly: share links, embed frames, other apps.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { STATUS } from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, redirect, type StubPages, startStubWeb } from '@central-api/testing/stub-web.ts'
import { Compile } from 'typebox/compile'
import { bluesky } from '../../platforms/bluesky/bluesky.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { wordpress } from '../../platforms/wordpress/wordpress.ts'
import { x } from '../../platforms/x/x.ts'
import { PostsData } from './schema.ts'

const isData = Compile(PostsData)
const POST = 'https://social.example/@desk/1122'
const PAGES: StubPages = {
  'social.example/api/v1/statuses/1122': json(STATUS),
  'social.example/@desk/1122': html(''),
}

const start = async (context: TestContext, pages: StubPages) => {
  const web = await startStubWeb(context, { platforms: [bluesky, mastodon, sandbox, wordpress, x], pages })
  const { key } = await web.license({ mode: 'live' })
  const headers = await web.authorize(key)
  const read = async (platform: string, posts: readonly string[]): Promise<readonly (string | null)[]> => {
    const response = await web.post('/posts', { platform, posts }, headers)
    const { data } = response.body
    assert.ok(isData.Check(data), response.text)
    return data.body.posts.map((each) => (each.ok ? each.post.id : each.error.code))
  }
  return { ...web, read }
}

test('frames, wrappers, other apps and a URL without a scheme name the post without a further request', async (context) => {
  const { read, requested } = await start(context, PAGES)
  const urls = [
    `${POST}/embed`,
    '//social.example/@desk/1122',
    'https://elk.zone/social.example/@desk/1122',
    'https://elk.other.example/social.example/@desk/1122',
    'https://phanpy.other.example/#/social.example/s/1122',
    `Look at this: ${POST}.`,
    `<iframe src="${POST}/embed" class="mastodon-embed"></iframe>`,
    `https://www.google.com/url?q=${encodeURIComponent(POST)}`,
  ]
  const ids = await read('mastodon', urls)
  assert.deepEqual(
    ids,
    urls.map(() => '1122'),
  )
  assert.deepEqual([...new Set(requested())], ['social.example/api/v1/statuses/1122'])
})

test('follows a short link to a post of the platform', async (context) => {
  const { read, requested } = await start(context, {
    ...PAGES,
    't.co/AbC': redirect(POST),
    'bit.ly/AbC': redirect(POST),
    't.co/Away': redirect('https://x.com/desk/status/123'),
    'x.com/desk/status/123': html(''),
    't.co/Gone': { status: 404 },
  })
  assert.deepEqual(
    await read('mastodon', ['https://t.co/AbC', 'https://bit.ly/AbC', 'https://t.co/Away', 'https://t.co/Gone']),
    [...['1122', '1122', 'unsupported_post_url', 'post_not_found']],
  )
  const before = requested().length
  assert.deepEqual(await read('mastodon', ['https://t.co/AbC']), ['1122'])
  assert.equal(requested().length, before)
})

test('follows a redirect at an unknown host to a post of the requested platform only', async (context) => {
  const { read } = await start(context, { ...PAGES, 'news.example/go': redirect(POST) })
  assert.deepEqual(await read('wordpress', ['https://news.example/go']), ['unsupported_post_url'])
})

test('recognizes a Bluesky post in another app if the platform is named, unless the host belongs to another platform', async (context) => {
  const post = {
    uri: 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3kabc',
    cid: 'c',
    author: { did: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa', handle: 'desk.example' },
    record: { text: 'Hi', createdAt: '2026-05-04T10:00:00.000Z' },
    indexedAt: '2026-05-04T10:00:00.000Z',
  }
  const { read } = await start(context, { 'public.api.bsky.app/xrpc/app.bsky.feed.getPosts': json({ posts: [post] }) })
  const path = '/profile/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/post/3kabc'
  assert.deepEqual(
    await read('bluesky', [
      ...[
        `https://news.example${path}`,
        `https://deer.social${path}`,
        'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3kabc',
      ],
      ...[`https://x.com${path}`, 'https://news.example/profile/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'],
    ]),
    [...['3kabc', '3kabc', '3kabc'].map(() => post.uri), 'unsupported_post_url', 'unsupported_post_url'],
  )
})
