import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startBucket } from '@central-api/testing/media/start-bucket.ts'
import { DEMO, pageOf, startClient } from '@central-api/testing/start-client.ts'
import { START, startService } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import sharp from 'sharp'
import { HOME_PAUSE_MS } from '../../media/home/pausing-home.ts'
import { subjectOf } from '../../media/media-key.ts'
import type { Post, Profile } from '../../post/post.ts'

type Page = { readonly profile: Profile; readonly posts: readonly Post[] }
const bodyOf = (response: Parameters<typeof pageOf>[0]): Page => pageOf(response).body as unknown as Page

const imagesOf = ({ profile, posts }: Page): readonly string[] =>
  [
    ...[profile.avatarUrl, profile.bannerUrl],
    ...posts.flatMap(({ author, link, media, html }) => [
      ...[author?.avatarUrl, link?.imageUrl],
      ...media.flatMap(({ type, url, previewUrl }) => [type === 'image' ? url : null, previewUrl]),
      ...[...(html ?? '').matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, url]) => url),
    ]),
  ].filter((url) => typeof url === 'string')

const PREFIX = 'https://media.example/media/'
const PROXY = { MEDIA: 'proxy', MEDIA_BASE_URL: 'https://media.example' }

test('by default, responses name the URLs of the platforms, and there are no others', async (context) => {
  const { scan, send } = await startClient(context)
  const page = bodyOf(await scan(DEMO))
  assert.ok(imagesOf(page).length > 20)
  for (const url of imagesOf(page)) assert.ok(url.startsWith('https://central.example/sandbox/'), url)
  for (const { url, originalUrl, sizes } of page.posts.flatMap(({ media }) => media))
    assert.deepEqual([originalUrl, sizes], [url, []])
  assert.equal((await send({ method: 'GET', path: '/media/x' })).status, 404)
})

test('with the proxy, every image of a page has a URL of the service, and loads from it', async (context) => {
  const { scan, send } = await startClient(context, { environment: PROXY })
  const page = bodyOf(await scan(DEMO))
  const urls = new Set(imagesOf(page))
  assert.ok(urls.size > 10)
  for (const url of urls) {
    assert.ok(url.startsWith(PREFIX), url)
    const { pathname } = new URL(url)
    const response = await send({ method: 'GET', path: pathname })
    assert.deepEqual([response.status, response.headers['content-type']], [200, 'image/png'], pathname)
  }
  const { media } = page.posts.find((post) => post.kind === 'image') ?? assert.fail()
  assert.match(media[0]?.originalUrl ?? '', /^https:\/\/central\.example\/sandbox\//)
})

test('a page keeps its URLs in the store, and in another process', async (context) => {
  const first = await startClient(context, { environment: PROXY })
  const page = await first.scan(DEMO)
  assert.deepEqual(bodyOf(await first.scan(DEMO)), bodyOf(page))
  const other = await startClient(context, { environment: PROXY })
  assert.deepEqual(imagesOf(bodyOf(await other.scan(DEMO))), imagesOf(bodyOf(page)))
})

test('selected posts and validated posts have the same URLs as the page', async (context) => {
  const { scan, post, headers } = await startClient(context, { environment: PROXY })
  const shown = bodyOf(await scan(DEMO)).posts.find((each) => each.kind === 'image') ?? assert.fail()
  const selected = await post('/posts', { platform: 'sandbox', posts: [shown.url] }, headers)
  const [found] = (selected.body.data as { body: { posts: readonly { post: Post }[] } }).body.posts
  assert.equal(found?.post.media[0]?.url, shown.media[0]?.url)
  const validated = await post('/validate-post', { url: shown.url }, headers)
  assert.equal((validated.body.data as { post: Post }).post.media[0]?.url, shown.media[0]?.url)
})

/** Every image of the sandbox's demo, from all that name images. */
const namedFor = async ({ scan, post, headers }: Awaited<ReturnType<typeof startClient>>) => {
  const page = bodyOf(await scan(DEMO))
  const { url } = page.posts.find((each) => each.kind === 'image') ?? assert.fail()
  const selected = await post('/posts', { platform: 'sandbox', posts: [url] }, headers)
  const [found] = (selected.body.data as { body: { posts: readonly { post: Post }[] } }).body.posts
  const validated = await post('/validate-post', { url }, headers)
  const posts = [found?.post, (validated.body.data as { post: Post }).post].map((each) => each ?? assert.fail())
  return [...imagesOf(page), ...imagesOf({ profile: page.profile, posts })]
}

test('a plan without images gets the platforms’ URLs, and so does nobody else', async (context) => {
  const client = await startClient(context, { environment: PROXY })
  const proxied = await namedFor(client)
  assert.ok(proxied.every((url) => url.startsWith(PREFIX)))
  await client.setPlan({ name: 'pro', media: 'none' })
  const own = await namedFor(client)
  assert.ok(own.length === proxied.length && own.every((url) => url.startsWith('https://central.example/sandbox/')))
  const media = bodyOf(await client.scan(DEMO)).posts.flatMap((each) => each.media)
  for (const { originalUrl, url, sizes } of media) assert.deepEqual([originalUrl, sizes], [url, []])
  assert.ok(media.some(({ type, expiresAt }) => type === 'image' && expiresAt !== null))
  await client.setPlan({ name: 'pro', media: 'proxy' })
  assert.deepEqual(await namedFor(client), proxied)
  // What was named before stays.
  assert.equal((await client.send({ method: 'GET', path: new URL(proxied[0] ?? '').pathname })).status, 200)
})

const mediaOf = async ({ post, headers }: Awaited<ReturnType<typeof startClient>>) => {
  const { usage } = (await post('/account', {}, headers)).body.data as { usage: { media: { used: number } } }
  return usage.media
}

test('images are charged to the license whose scan named them, once each, however often they are served', async (context) => {
  const copies = await mkdtemp(join(tmpdir(), 'media-'))
  context.after(() => rm(copies, { recursive: true, force: true }))
  const client = await startClient(context, { environment: { ...PROXY, MEDIA_DIR: copies } })
  const { scan, send, parts, license, authorize } = client
  await client.setPlan({ name: 'pro', mediaMb: 7 })
  const urls = new Set(imagesOf(bodyOf(await scan(DEMO))))
  const { license: stranger, key } = await license()
  assert.equal((await client.post('/scan-profile', DEMO, await authorize(key))).status, 200)
  let bytes = 0
  for (const url of urls) {
    const get = () => send({ method: 'GET', path: new URL(url).pathname })
    bytes += Number((await get()).headers['content-length'])
    assert.equal((await get()).status, 200)
  }
  await parts.images?.idle()
  await parts.imageQuota?.idle()
  assert.ok(bytes > 10_000)
  const until = '2030-02-01T00:00:00.000Z'
  assert.deepEqual(await mediaOf(client), { mode: 'proxy', limit: 7_000_000, used: bytes, until })
  assert.equal(await parts.store.usage.read(stranger.id, 'media_bytes', Date.UTC(2030, 0)), 0)
})

test('a license whose images of the month are used up gets the platforms’ URLs until the next month', async (context) => {
  const client = await startClient(context, { environment: PROXY })
  const { post, parts, licenseId, clock } = client
  await client.setPlan({ name: 'pro', mediaMb: 1 })
  let { headers } = client
  const isProxied = async () =>
    imagesOf(bodyOf(await post('/scan-profile', DEMO, headers))).every((url) => url.startsWith(PREFIX))
  const charge = (count: number) =>
    parts.store.usage.commit(
      [{ licenseId, windows: [{ meter: 'media_bytes', startsAt: Date.UTC(2030, 0), limit: null }], count }],
      [],
    )
  await charge(999_999)
  assert.equal(await isProxied(), true)
  await parts.imageQuota?.idle()
  // By another process.
  await charge(1)
  assert.equal(await isProxied(), true)
  clock.at += 60_000
  assert.equal(await isProxied(), true)
  await parts.imageQuota?.idle()
  assert.equal(await isProxied(), false)
  await client.setPlan({ name: 'pro', mediaMb: 2 })
  assert.equal(await isProxied(), true)
  await client.setPlan({ name: 'pro', mediaMb: 0 })
  assert.equal(await isProxied(), false)
  await client.setPlan({ name: 'pro', mediaMb: 1 })
  clock.at = Date.UTC(2030, 1)
  headers = await client.authorize(client.key)
  assert.equal(await isProxied(), true)
})

test('a URL that was changed, or made elsewhere, is no image', async (context) => {
  const { scan, send } = await startClient(context, { environment: PROXY })
  const [url = ''] = imagesOf(bodyOf(await scan(DEMO)))
  const stranger = await startService(context, {
    environment: { ...PROXY, LICENSE_PEPPER: 'another-pepper-another-pepper-another-1' },
  })
  const { pathname } = new URL(url)
  assert.equal((await stranger.send({ method: 'GET', path: pathname })).status, 404)
  for (const path of [`${pathname}A`, pathname.slice(0, -1), '/media/', '/media/https%3A%2F%2Fcdn.example%2F1.png'])
    assert.equal((await send({ method: 'GET', path })).status, 404, path)
})

test('what an operator forgets is gone in every running process, and everything else stays', async (context) => {
  const { scan, send, parts } = await startClient(context, { environment: PROXY })
  const { posts } = bodyOf(await scan(DEMO))
  const [one, other] = posts.filter(({ kind, url }) => kind === 'image' && url !== null)
  assert.ok(one && other)
  const status = async ({ media }: Post) =>
    (await send({ method: 'GET', path: new URL(media[0]?.url ?? '').pathname })).status
  assert.deepEqual([await status(one), await status(other)], [200, 200])
  await parts.store.mediaMarks.add(subjectOf(one.url).toString('hex'), act())
  await parts.catchUp()
  assert.deepEqual([await status(one), await status(other)], [410, 200])
})

/** As the sandbox's provider issues it to whoever allows everything. */
const TOKEN = `sandbox-token.${Buffer.from(JSON.stringify({ choice: 'allow', scope: 'read', endsAt: null })).toString('base64url')}`
const CONNECTED = {
  ...{ site: null, platform: 'sandbox', host: null, handle: 'demo', displayName: 'Demo', url: null, avatarUrl: null },
  ...{ label: null, appId: 'sandbox', grantId: null, scopes: ['read'], missingScopes: [], include: [] },
  ...{ expiresAt: null, refreshExpiresAt: null, subjectHash: null, connectedBySite: null },
  ...{ accountId: 'demo', secrets: { token: TOKEN } },
} as const

test('images of a connected account have URLs of their own, and are gone with it', async (context) => {
  const { scan, send, parts, licenseId } = await startClient(context, { environment: PROXY })
  const shared = imagesOf(bodyOf(await scan(DEMO)))
  const connection = await parts.connections.save({ ...CONNECTED, licenseId }, null)
  assert.ok(connection !== 'limit')
  const own = imagesOf(bodyOf(await scan({ platform: 'sandbox', handle: 'me', connection: connection.id })))
  assert.ok(own.length > 0)
  assert.deepEqual(
    own.filter((url) => shared.includes(url)),
    [],
  )
  const status = async (url = '') => (await send({ method: 'GET', path: new URL(url).pathname })).status
  assert.deepEqual([await status(own[0]), await status(shared[0])], [200, 200])
  await parts.connections.disconnect(connection.id, { licenseId, site: undefined })
  await parts.catchUp()
  assert.deepEqual([await status(own[0]), await status(shared[0])], [410, 200])
})

test('images of the connected accounts of a license that is deleted are gone, and stay gone', async (context) => {
  const { scan, send, parts, licenseId } = await startClient(context, { environment: PROXY })
  const shared = imagesOf(bodyOf(await scan(DEMO)))
  const connection = await parts.connections.save({ ...CONNECTED, licenseId }, null)
  assert.ok(connection !== 'limit')
  const own = imagesOf(bodyOf(await scan({ platform: 'sandbox', handle: 'me', connection: connection.id })))
  await parts.licenses.remove(licenseId, OPERATOR)
  await parts.catchUp()
  const status = async (url = '') => (await send({ method: 'GET', path: new URL(url).pathname })).status
  assert.deepEqual([await status(own[0]), await status(shared[0])], [410, 200])
  // The mark is in every backup.
  const marks = await parts.store.mediaMarks.list()
  assert.deepEqual(
    marks.map(({ subject }) => subject),
    [subjectOf(connection.id).toString('hex')],
  )
})

const FOLDER = await mkdtemp(join(tmpdir(), 'media-'))
after(() => rm(FOLDER, { recursive: true, force: true }))

const SIZED = { ...PROXY, MEDIA_DIR: FOLDER, MEDIA_WIDTHS: '16,32,4000' }

/** The first image of the page, and how to get it. */
const startSized = async (context: TestContext, options: Parameters<typeof startClient>[1] = {}) => {
  const client = await startClient(context, { environment: SIZED, ...options })
  const { media } = bodyOf(await client.scan(DEMO)).posts.find(({ kind }) => kind === 'image') ?? assert.fail()
  const image = media[0] ?? assert.fail()
  const { pathname } = new URL(image.url ?? '')
  const get = async (query: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: got, rawPayload } = await client.app.inject({ url: `${pathname}${query}`, headers })
    return { status: statusCode, headers: got, bytes: rawPayload, type: got['content-type'] }
  }
  return { ...client, image, get }
}

test('an image has the widths that it can be had in, and comes in them, in the format that the browser accepts', async (context) => {
  const { image, get } = await startSized(context)
  assert.deepEqual(image.sizes, [16, 32])
  const modern = { accept: 'image/avif,image/webp,image/*' }
  for (const width of image.sizes) {
    const { status, type, headers, bytes } = await get(`?w=${width}`, modern)
    assert.deepEqual(
      [status, type, headers.vary, headers['content-disposition'], headers['x-content-type-options']],
      [200, 'image/webp', 'Accept', 'inline; filename="image.webp"', 'nosniff'],
    )
    assert.equal((await sharp(bytes).metadata()).width, width)
    assert.equal((await get(`?w=${width}`, { ...modern, 'if-none-match': String(headers.etag) })).status, 304)
    assert.equal((await get(`?w=${width}`)).type, 'image/jpeg')
  }
  const whole = await get('')
  assert.deepEqual([whole.status, whole.type, whole.headers.vary], [200, 'image/png', undefined])
  const large = await get('?w=4000', modern)
  assert.equal((await sharp(large.bytes).metadata()).width, (await sharp(whole.bytes).metadata()).width)
})

test('no other width, and no other spelling of one, is an image', async (context) => {
  const { get } = await startSized(context)
  for (const query of ['?w=17', '?w=', '?w=016', '?w=16.0', '?w=16&w=16', '?w=-16', '?w=1e1', '?w=320', '?w=%3016'])
    assert.equal((await get(query)).status, 404, query)
  for (const query of ['?W=16', '?w[]=16', '?w%5B%5D=16', '?anything=1', '?w=16&v=1', '?v', '?__proto__=1'])
    assert.equal((await get(query)).status, 404, query)
  for (const query of ['?w=16&', '?w=%31%36', '?&w=16', '/', '//', '%2F'])
    assert.equal((await get(query)).status, 404, query)
})

test('an image is only read', async (context) => {
  const { image, app } = await startSized(context)
  const { pathname } = new URL(image.url ?? '')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: pathname })
    assert.deepEqual([statusCode, headers.allow], [405, 'GET, HEAD'], method)
  }
  assert.equal((await app.inject({ method: 'HEAD', url: pathname })).statusCode, 200)
})

test('what was rendered is beside its original, and is gone with it', async (context) => {
  const { get, parts, image } = await startSized(context)
  await get('?w=16', { accept: 'image/webp' })
  const kept = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('-16.webp'))
  assert.equal(kept.length, 1)
  await parts.store.mediaMarks.add(subjectOf(image.originalUrl ?? '').toString('hex'), act())
  await parts.catchUp()
  for (const query of ['?w=16', '?w=32', '']) assert.equal((await get(query)).status, 410, query)
})

test('without sharp the service starts and says what is missing, pages offer no sizes, and URLs with one still load', async (context) => {
  const hook = new URL('../../../../testing/src/media/fixtures/without-sharp.ts', import.meta.url)
  const rendering = { nodeArgs: ['--import', fileURLToPath(hook)] }
  const { image, get, log } = await startSized(context, { environment: SIZED, rendering })
  assert.equal(log.filter((line) => line.includes('sharp cannot be loaded')).length, 1)
  assert.deepEqual(image.sizes, [])
  const { status, type, headers } = await get('?w=16', { accept: 'image/webp' })
  assert.deepEqual(
    [status, type, headers['server-timing'], headers.vary],
    [200, 'image/png', 'render;desc="sharp is not installed"', 'Accept'],
  )
})

test('copies in a bucket are shared by all machines', async (context) => {
  const { url, objects, requests } = await startBucket(context, { now: () => START })
  const environment = { ...PROXY, MEDIA_S3_URL: url, MEDIA_WIDTHS: '16,32' }
  const { get } = await startSized(context, { environment })
  for (const query of ['', '?w=16']) assert.equal((await get(query, { accept: 'image/webp' })).status, 200)
  assert.equal(objects.size, 2)
  const other = await startSized(context, { environment })
  requests.length = 0
  for (const query of ['', '?w=16']) assert.equal((await other.get(query, { accept: 'image/webp' })).status, 200)
  assert.ok(requests.length > 0 && requests.every((request) => request.startsWith('GET ')))
})

test('a bucket that fails keeps no image from being served, and is logged when it begins and when it ends', async (context) => {
  const { url, objects, play } = await startBucket(context, { now: () => START })
  const environment = { ...PROXY, MEDIA_S3_URL: url, MEDIA_WIDTHS: '16,32' }
  const { get, log, clock } = await startSized(context, { environment })
  const about = (text: string) => log.filter((line) => line.includes(text)).length
  play.fault = 'slow-down'
  for (const query of ['', '?w=16', '?w=32'])
    assert.equal((await get(query, { accept: 'image/webp' })).status, 200, query)
  assert.deepEqual([about('does not work'), about('works again'), objects.size], [2, 0, 0])
  play.fault = undefined
  clock.at += HOME_PAUSE_MS
  assert.equal((await get('')).status, 200)
  assert.deepEqual([about('does not work'), about('works again'), objects.size], [2, 2, 1])
  assert.ok(log.every((line) => !line.includes(new URL(url).password)))
})

test('a folder that cannot be written is logged at the start and when it works again, without a stack', async (context) => {
  const parent = await mkdtemp(join(tmpdir(), 'media-'))
  context.after(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'media')
  await writeFile(folder, '')
  const environment = { ...SIZED, MEDIA_DIR: folder }
  const { get, log, clock } = await startSized(context, { environment })
  const about = (text: string) => log.filter((line) => line.includes(text))
  assert.equal(about('folder for copies of images does not work').length, 1)
  for (const query of ['', '?w=16', '?w=32']) assert.equal((await get(query)).status, 200, query)
  const failures = about('folder for copies of images does not work')
  assert.equal(failures.length, 1, failures.join('\n'))
  assert.match(failures[0] ?? '', /media is not a folder/)
  assert.doesNotMatch(failures.join(), /"stack"|\bat /)
  await rm(folder)
  clock.at += HOME_PAUSE_MS
  assert.equal((await get('')).status, 200)
  assert.equal(about('folder for copies of images works again').length, 1)
  assert.equal((await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).length, 1)
})

test('metrics count what is sent, fetched and rendered', async (context) => {
  const { get, send } = await startSized(context, { environment: { ...SIZED, MEDIA_DIR: '' } })
  const sample = async (line: string) =>
    Number(
      (await send({ method: 'GET', path: '/metrics' })).text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.split(' ')[1] ?? 0,
    )
  const whole = await get('')
  assert.equal(await sample('central_image_fetches_total{outcome="ok"}'), 1)
  assert.equal(await sample('central_image_fetched_bytes_total'), whole.bytes.length)
  const sized = await get('?w=16', { accept: 'image/webp' })
  assert.equal(await sample('central_image_render_seconds_count{format="webp",outcome="ok"}'), 1)
  await get('?w=17')
  await get('', { 'if-none-match': String(whole.headers.etag) })
  const statuses = [200, 304, 404, 410].map((status) => sample(`central_image_responses_total{status="${status}"}`))
  assert.deepEqual(await Promise.all(statuses), [2, 1, 1, 0])
  assert.equal(await sample('central_image_sent_bytes_total'), whole.bytes.length + sized.bytes.length)
  assert.equal(await sample('central_image_renderings_waiting'), 0)
})

test('responses name neither tags nor times for CDNs unless the operator has one', async (context) => {
  const { get } = await startSized(context)
  const { headers } = await get('')
  assert.deepEqual([headers['cache-tag'], headers['cdn-cache-control']], [undefined, undefined])
})

test('what was forgotten is purged by the tag that responses with it have', async (context) => {
  const purged: { readonly url: string | undefined; readonly token: string | undefined; readonly tags: string[] }[] = []
  const cdn = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const { tags } = JSON.parse(Buffer.concat(parts).toString()) as { tags: string[] }
      purged.push({ url: request.url, token: request.headers.authorization, tags })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(cdn, 'listening')
  context.after(() => cdn.close())
  const { port } = cdn.address() as AddressInfo
  const { get, image, clock, purges, parts } = await startSized(context, {
    environment: {
      ...{ ...SIZED, MEDIA_DIR: '', MEDIA_CDN_HOURS: '72', MEDIA_PURGE_TOKEN: 'secret' },
      MEDIA_PURGE_URL: `http://127.0.0.1:${port}/purge?zone=1`,
    },
  })
  const { headers } = await get('?w=16')
  assert.equal(headers['cdn-cache-control'], 'public, max-age=259200')
  assert.match(String(headers['cache-control']), /^public, max-age=86400,/)
  const tags = String(headers['cache-tag']).split(',')
  assert.equal(tags.length, 3)
  assert.equal((await get('', { 'if-none-match': String(headers.etag) })).headers['cache-tag'], headers['cache-tag'])
  await parts.forgetImages(new URL(image.originalUrl ?? ''), act({ at: START }))
  await purges?.look()
  assert.equal(purged.length, 0)
  clock.at = START + 10_000
  await purges?.look()
  await purges?.look()
  assert.equal(purged.length, 1)
  const [{ url, token, tags: sent } = assert.fail()] = purged
  assert.deepEqual([url, token, sent.length], ['/purge?zone=1', 'Bearer secret', 1])
  assert.ok(tags.includes(sent[0] ?? ''))
  const gone = await get('?w=16')
  assert.deepEqual(
    [gone.status, gone.headers['cache-tag'], gone.headers['cdn-cache-control']],
    [410, undefined, undefined],
  )
})

test('a platform that MEDIA_KEEP names must exist', async (context) => {
  await assert.rejects(
    startService(context, { environment: { ...PROXY, MEDIA_KEEP: 'cache,instagramm=pass' } }),
    /MEDIA_KEEP names instagramm, which is no platform/,
  )
})
