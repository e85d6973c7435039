// Short links: their target is found without reading a page, and validated as if it had been sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, refused } from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, redirect, type StubPages } from '@central-api/testing/stub-web.ts'
import type { ErrorCode } from '../../errors.ts'

test('follows a short link without reading a page, and validates the post it points to', async (context) => {
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
  assert.equal(web.requested().length, 4)
})

test('retries with GET if the server of a short link does not support HEAD', async (context) => {
  const { data } = await found(context, 'https://vm.tiktok.com/ZM1/', {
    'HEAD vm.tiktok.com/ZM1/': { status: 405 },
    'GET vm.tiktok.com/ZM1/': redirect('https://www.tiktok.com/@desk/video/7123456789012345678?_t=1'),
    'www.tiktok.com/@desk/video/7123456789012345678': html('<title>TikTok</title>'),
    'www.tiktok.com/oembed': json({ type: 'video', version: '1.0', title: 'A clip' }),
  })
  assert.deepEqual([data.platform, data.url], ['tiktok', 'https://www.tiktok.com/@desk/video/7123456789012345678'])
})

test('reports a short link that points to no post', async (context) => {
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
        't.co/AbC': redirect('https://www.instagram.com/accounts/login/?next=%2Fdesk%2F'),
        'www.instagram.com/accounts/login/': html(''),
      },
      'link_status',
    ],
    [{ 't.co/AbC': redirect('http://169.254.169.254/') }, 'link_blocked'],
    [{ 't.co/AbC': redirect('/AbC') }, 'link_redirects'],
  ]
  for (const [pages, code] of cases) assert.equal((await refused(context, 'https://t.co/AbC', pages)).code, code)
})

test('accepts a login wall that names the post in its URL', async (context) => {
  const { data } = await found(context, 'https://vm.tiktok.com/ZM1/', {
    'vm.tiktok.com/ZM1/': redirect(
      'https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40desk%2Fvideo%2F7123456789012345678',
    ),
    'www.tiktok.com/login': html('<title>Log in</title>'),
    'www.tiktok.com/oembed': json({ type: 'video', version: '1.0', title: 'A clip' }),
  })
  assert.deepEqual([data.platform, data.url], ['tiktok', 'https://www.tiktok.com/@desk/video/7123456789012345678'])
})

test('follows a platform’s host once if no pattern matches', async (context) => {
  const pages: StubPages = {
    'go.youtube.com/AbC': redirect('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    'www.youtube.com/watch?v=dQw4w9WgXcQ': html(''),
    'www.youtube.com/oembed': json({ type: 'video', version: '1.0', title: 'A film' }),
  }
  const { data, web } = await found(context, 'https://go.youtube.com/AbC', pages)
  assert.deepEqual([data.platform, data.url], ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'])
  assert.equal(web.requested().length, 3)
  const cases: readonly (readonly [StubPages, ErrorCode])[] = [
    [{ 'go.youtube.com/AbC': html('A page') }, 'unsupported_post_url'],
    [
      { 'go.youtube.com/AbC': redirect('https://www.youtube.com/@desk'), 'www.youtube.com/@desk': html('') },
      'unsupported_post_url',
    ],
    [{ 'go.youtube.com/AbC': redirect('http://127.0.0.1/') }, 'link_blocked'],
  ]
  for (const [stub, code] of cases)
    assert.equal((await refused(context, 'https://go.youtube.com/AbC', stub)).code, code)
})
