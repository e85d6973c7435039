// Responses of oEmbed endpoints, and their results.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertEveryResponse } from '@central-api/testing/assert-response.ts'
import { found, refused, VIDEO, VIDEO_OEMBED } from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, type StubPages } from '@central-api/testing/stub-web.ts'
import type { ErrorCode } from '../../errors.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { substack } from '../../platforms/substack/substack.ts'

/** The response of an oEmbed endpoint, and its error. */
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
  test(`an endpoint that responds with ${what} results in ${code}, never in a valid post`, async (context) => {
    const { answer: response } = await refused(context, VIDEO, { 'www.youtube.com/oembed': page })
    assert.equal(response.body.error?.code, code)
    assertEveryResponse(response)
    assert.equal(response.headers['x-quota-used'], '0')
    if (what === '429') assert.equal(response.headers['retry-after'], '77')
  })
}

test('unsafe embed HTML is not returned, and the post is still valid', async (context) => {
  const response = {
    ...VIDEO_OEMBED,
    html: '<script src="https://evil.example/x.js"></script><iframe src="https://evil.example/">',
  }
  const { data } = await found(context, VIDEO, { 'www.youtube.com/oembed': json(response) })
  assert.deepEqual([data.valid, data.embed], [true, null])
})

test('a page that names its own endpoint has an embed, and an endpoint at another host is not called', async (context) => {
  const url = 'https://desk.substack.com/p/story'
  const page = (endpoint: string) =>
    html(`<link rel="alternate" type="application/json+oembed" href="${endpoint}"><title>Story</title>`)
  const response = json({ type: 'link', version: '1.0', provider_name: 'The Desk' })
  const platforms = { platforms: [sandbox, substack] }
  const pages = { 'desk.substack.com/p/story': page('/oembed?x=1'), 'desk.substack.com/oembed': response }
  const own = await found(context, url, pages, platforms)
  assert.deepEqual(own.data.embed, { type: 'link', html: null, width: null, height: null, providerName: 'The Desk' })
  assert.equal(own.data.bodyEncoding === 'text' && own.data.body?.includes('<title>Story'), true)
  const broken = await found(context, url, { 'desk.substack.com/p/story': page('/oembed') }, platforms)
  assert.equal(broken.data.embed, null)
  const elsewhere = {
    'desk.substack.com/p/story': page('https://other.example/oembed'),
    'other.example/oembed': response,
  }
  const other = await found(context, url, elsewhere, platforms)
  assert.equal(other.data.embed, null)
  assert.deepEqual(other.web.requested(), ['desk.substack.com/p/story'])
})

test('a provider of the registry is untrusted: its host is rate limited like any other', async (context) => {
  const pages = { 'www.ted.com/services/v1/oembed.json': json({ type: 'video', version: '1.0', title: 'A talk' }) }
  const { data, web } = await found(context, 'https://www.ted.com/talks/a_talk', pages)
  assert.deepEqual([data.platform, data.preview.title], ['ted', 'A talk'])
  for (let talk = 1; talk < 60; talk += 1) await web.validatePost(`https://www.ted.com/talks/talk_${talk}`)
  const response = await web.validatePost('https://www.ted.com/talks/talk_60')
  assert.equal(response.body.error?.code, 'rate_limited')
  assert.equal(web.requested().length, 60)
})

test('a replacement URL of the operator is called instead of the endpoint', async (context) => {
  const environment = { YOUTUBE_BASE_URL: 'https://other.example' }
  const { data, web } = await found(context, VIDEO, { 'other.example/oembed': json(VIDEO_OEMBED) }, { environment })
  assert.equal(data.preview.oembedUrl?.startsWith('https://www.youtube.com/oembed?'), true)
  assert.deepEqual(
    web.network.requests.map(({ headers }) => headers['x-forwarded-host']),
    ['www.youtube.com'],
  )
})
