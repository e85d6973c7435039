import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { assertError, quotaOf } from '@central-api/testing/assert-response.ts'
import { startStubWeb } from '@central-api/testing/stub-web.ts'
import type { Post } from '../../post/post.ts'
import { LINK_CODES } from '../../validation/response-cache.ts'

const BASE = 'https://central.example/sandbox/'
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', mp4: 'video/mp4', wav: 'audio/wav' }

type Page = {
  readonly body: { readonly posts: readonly Post[]; readonly profile: object }
  readonly nextCursor: string | null
}

const start = async (context: TestContext) => {
  const web = await startStubWeb(context)
  const load = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    web.app.inject({ method: 'GET', url: new URL(address).pathname, headers: { host: 'central.example', ...headers } })
  const scanAll = async (handle: string) => {
    const pages: Page[] = []
    for (let cursor: string | undefined; ; ) {
      const { body } = await web.scan({ platform: 'sandbox', handle, ...(cursor !== undefined && { cursor }) })
      const page = body.data as unknown as Page
      pages.push(page)
      if (page.nextCursor === null) return pages
      cursor = page.nextCursor
    }
  }
  return { ...web, load, scanAll }
}

/** https://www.w3.org/TR/png-3/#11IHDR */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('every URL in posts and profiles loads, with the type it claims', async (context) => {
  const { load, scanAll } = await start(context)
  const pages = [...(await scanAll('demo')), ...(await scanAll('fleeting'))]
  const addresses = new Set(JSON.stringify(pages).match(/https:\/\/[^\s"\\<>]+/g))
  assert.ok(addresses.size > 150)
  for (const address of addresses) {
    const bare = address.replace(/&(?:amp|quot|lt|gt);.*$|[.,]$/, '')
    assert.ok(bare.startsWith(BASE), bare)
    const { statusCode, headers } = await load(bare)
    assert.equal(statusCode, 200, bare)
    const type = TYPES[/\.(\w{3})$/.exec(new URL(bare).pathname)?.[1] ?? ''] ?? 'text/html; charset=utf-8'
    assert.equal(headers['content-type'], type, bare)
  }
})

test('images are complete and have the size that their post states', async (context) => {
  const { load, scanAll } = await start(context)
  const media = (await scanAll('demo')).flatMap(({ body }) => body.posts.flatMap((post) => post.media))
  const images = media.filter(({ type, width }) => type === 'image' && width !== null)
  assert.ok(images.length > 10)
  for (const { url, width, height } of images) {
    const { rawPayload } = await load(url ?? '')
    assert.deepEqual(sizeOf(rawPayload), [width, height])
    const at = rawPayload.indexOf('IDAT')
    const rows = inflateSync(rawPayload.subarray(at + 4, at + 4 + rawPayload.readUInt32BE(at - 4)))
    assert.equal(rows.length, (height ?? 0) * ((width ?? 0) + 1))
    assert.ok(rawPayload.length < 20_000)
  }
})

test('one image expires after a minute, one refuses other sites, and one post disappears', async (context) => {
  const { load, scanAll, validatePost, clock } = await start(context)
  const [page] = await scanAll('fleeting')
  const [vanishing, timed, guarded] = page?.body.posts ?? []
  const [ending, own] = [timed?.media[0]?.url ?? '', guarded?.media[0]?.url ?? '']
  const statusOf = async (address: string, headers = {}) => (await load(address, headers)).statusCode

  assert.equal(await statusOf(ending), 200)
  assert.equal((await validatePost(vanishing?.url)).status, 200)
  clock.at += 59_000
  assert.equal(await statusOf(ending), 200)
  clock.at += 1_000
  assert.equal(await statusOf(ending), 403)
  assert.equal(await statusOf(vanishing?.url ?? ''), 404)
  clock.at += 300_000
  assertError(await validatePost(vanishing?.url), { code: 'post_not_found' })
  assert.equal((await validatePost(timed?.url)).status, 200)

  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { referer: 'https://central.example/x' }])
    assert.equal(await statusOf(own, headers), 200)
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { referer: 'https://blog.example/' }])
    assert.equal(await statusOf(own, headers), 403)
  assert.equal((await load(own)).headers['cross-origin-resource-policy'], 'same-origin')
})

test('its posts are valid, with a preview and an embed whose player loads, without any outbound request', async (context) => {
  const { load, validatePost, network } = await start(context)
  for (const sent of [`${BASE}@demo/1067`, 'https://sandbox.example/@demo/1067']) {
    const { data } = (await validatePost(sent)).body
    const { url, platform, preview, embed } = data as {
      readonly url: string
      readonly platform: string
      readonly preview: Readonly<Record<string, string>>
      readonly embed: { readonly html: string; readonly width: number }
    }
    assert.deepEqual([url, platform, embed.width], [`${BASE}@demo/1067`, 'sandbox', 480])
    assert.equal(preview.imageUrl, `${BASE}media/1067-film.png`)
    const [, player = ''] = /<iframe src="([^"]+)"/.exec(embed.html) ?? []
    assert.equal(player, `${BASE}player/demo/1067`)
    assert.match(
      (await load(player)).body,
      /<video controls [^>]*src="https:\/\/central\.example\/sandbox\/media\/1067-film\.mp4"/,
    )
  }
  assert.deepEqual([network.lookups, network.dials], [[], []])
})

test('its pages are valid links, with a preview, with and without their bodies', async (context) => {
  const { post, headers, validateLink, network } = await start(context)
  const response = await validateLink(`${BASE}news/1004`)
  const { preview: found } = response.body.data as { preview: { title: string; imageUrl: string } }
  assert.deepEqual(
    [found.title, found.imageUrl],
    ['The title of the page behind the link', `${BASE}media/1004-card.png`],
  )
  assert.equal(quotaOf(response)['x-quota-used'], '1')
  const preview = await post('/validate-link', { url: `${BASE}media/avatar.png`, withBody: false }, headers)
  assert.deepEqual([preview.status, preview.body.data?.contentType, preview.body.data?.bytes], [200, 'image/png', null])
  assert.deepEqual(network.lookups, [])
})

test('there is a URL for each code of a link, and for each of a post', async (context) => {
  const { validateLink, validatePost, network } = await start(context)
  for (const code of LINK_CODES) {
    const { error } = (await validateLink(`${BASE}link/${code}`)).body
    assert.equal(error?.code, code)
  }
  const failing = (await validateLink(`${BASE}link/link_status.503`)).body.error
  assert.deepEqual(failing?.details, { status: 503, url: `${BASE}link/link_status.503` })
  for (const code of [
    'post_not_found',
    'unsupported_post_url',
    'profile_private',
    'platform_error',
    'platform_timeout',
    'platform_rate_limited',
    'platform_not_configured',
    'platform_unauthorized',
  ]) {
    const { error } = (await validatePost(`${BASE}@error.${code}/1`)).body
    assert.equal(error?.code, code)
  }
  assert.equal((await validatePost(`${BASE}about`)).body.error?.code, 'unsupported_post_url')
  assert.equal((await validateLink(`${BASE}oembed?url=%`)).body.error?.code, 'link_status')
  assert.deepEqual(network.lookups, [])
})

test('similar URLs are fetched like any other, or refused', async (context) => {
  const { validateLink, validatePost, requested, load } = await start(context)
  assertError(await validateLink('https://central.example/sandboxes/'), { code: 'link_blocked' })
  assertError(await validateLink(`${BASE}../metrics`), { code: 'link_blocked' })
  await validatePost('https://news.example/sandbox/@demo/1067')
  assert.ok(requested().length > 0)
  for (const path of ['nothing', 'media/none.png', '@demo/9', 'player/demo/9', '%00', 'media/../../x'])
    assert.equal((await load(`${BASE}${path}`)).statusCode, 404, path)
})

const CALLBACK = 'https://central.example/connect/sandbox/callback'
const authorization = (changes: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    client_id: 'central-api',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'profile.read posts.read',
    state: 'a "state" & more',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    ...changes,
  })

test('its provider offers every end of a consent, and sends the browser back to the service only', async (context) => {
  const { app } = await start(context)
  const open = (path: string, query: URLSearchParams) =>
    app.inject({ method: 'GET', url: `/sandbox/oauth/${path}?${query}`, headers: { host: 'central.example' } })
  const { statusCode, body, headers } = await open('authorize', authorization())
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  const targets = [...body.matchAll(/href="(decide\?[^"]+)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  )
  assert.ok(targets.length >= 12)
  for (const target of targets) {
    const { statusCode, headers } = await open('decide', new URLSearchParams(target.split('?')[1]))
    const location = new URL(String(headers.location))
    assert.deepEqual([statusCode, location.origin + location.pathname], [302, CALLBACK])
    assert.equal(location.searchParams.get('state'), 'a "state" & more')
    assert.notEqual(location.searchParams.has('code'), location.searchParams.has('error'))
  }
  const malformed = [
    { redirect_uri: 'https://evil.example/connect/sandbox/callback' },
    { redirect_uri: `${CALLBACK}?x` },
    { response_type: 'token' },
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
  ]
  for (const changes of malformed) {
    for (const path of ['authorize', 'decide']) {
      const { statusCode, headers } = await open(path, authorization({ choice: 'allow', ...changes }))
      assert.deepEqual([statusCode, headers.location], [400, undefined], JSON.stringify(changes))
    }
  }
  assert.equal((await open('decide', authorization({ choice: 'constructor' }))).statusCode, 400)
  assert.equal((await open('token', authorization())).statusCode, 404)
})
