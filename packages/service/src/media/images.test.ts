import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { makeAlone, NO_RENEWALS, NOTHING_GONE } from '@central-api/testing/media/doubles.ts'
import { claimingPng, gifOf } from '@central-api/testing/media/hostile-images.ts'
import { PUBLIC_ADDRESS, type StubNetworkOptions, startStubNetwork } from '@central-api/testing/stub-network.ts'
import { parseAllowList } from '../egress/allow-list.ts'
import { createEgress } from '../egress/create-egress.ts'
import { StoreError } from '../storage/store-error.ts'
import type { ConnectionReach } from '../upstream/contract/reach.ts'
import type { Copy } from './copies.ts'
import { createImages } from './images.ts'
import { lastingName } from './lasting-name.ts'
import { MEDIA_EGRESS_LIMITS, MEDIA_LIMITS } from './limits.ts'
import { createMediaKeys, type MediaKey, NO_SUBJECT } from './media-key.ts'
import { createMediaMarks } from './media-marks.ts'
import { isRefusal } from './media-result.ts'
import type { Renderer } from './rendering/renderer.ts'

const JPEG = Buffer.concat([Buffer.from('ffd8ffc0000b080258032001011100', 'hex'), Buffer.alloc(2_000, 7)])
const MIB = 1024 * 1024
const HOUR_MS = 3_600_000
const BOMB = gzipSync(Buffer.alloc(16 * MIB, JPEG))
/** Half as large as what it becomes. */
const SLOW_BOMB = gzipSync(Buffer.concat([JPEG, Buffer.from(randomBytes(8 * MIB).toString('hex'))]), { level: 1 })

const ALONE = { gone: NOTHING_GONE, renewals: NO_RENEWALS, once: makeAlone, now: () => 0 }
const NO_SIZES = { ...ALONE, renderer: { isAvailable: false } as Renderer, widths: [320], formats: ['webp'] as const }

const start = async (
  context: TestContext,
  options: StubNetworkOptions | RequestListener = {},
  waitMs: number = MEDIA_LIMITS.waitMs,
) => {
  const network = await startStubNetwork(typeof options === 'function' ? { respond: options } : options)
  const { resolver, connect } = network
  const egress = createEgress({ allow: parseAllowList(''), resolver, connect, limits: MEDIA_EGRESS_LIMITS })
  const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })
  const marks = createMediaMarks({ add: async () => {}, adopt: async () => {}, list: async () => [] })
  const time = { now: 0 }
  const ended = new Set<string>()
  const mayShow = async (connection: string) => !ended.has(connection)
  const fetched: number[] = []
  const onFetched = (_: MediaKey, bytes: number) => fetched.push(bytes)
  const images = createImages({ ...NO_SIZES, onFetched, keys, marks, mayShow, egress, elapsed: () => time.now, waitMs })
  context.after(async () => {
    await egress.close()
    await network.close()
  })
  const seal = (url: string, values: Partial<MediaKey> = {}): string =>
    keys.seal({ reach: 'public', platform: 'rss', post: NO_SUBJECT, account: NO_SUBJECT, url, ...values }) ??
    assert.fail('too long')
  /** The status of a refusal, or the type of an image. */
  const outcome = async (url: string, values?: Partial<MediaKey>) => {
    const result = await images.get(seal(url, values))
    return isRefusal(result) ? result.status : result.type
  }
  return { network, images, keys, marks, ended, time, seal, outcome, fetched }
}

const URL_OF_IMAGE = 'https://cdn.example.com/1.jpg'

test('an image is passed on with the type of its bytes, whatever its server calls it', async (context) => {
  const { network, images, seal } = await start(context, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(JPEG),
  )
  const result = await images.get(seal(URL_OF_IMAGE))
  assert.ok(!isRefusal(result))
  assert.deepEqual([result.type, result.extension], ['image/jpeg', 'jpg'])
  assert.ok(result.bytes.equals(JPEG))
  assert.match(result.etag, /^"[\w-]{22}"$/)
  const { headers } = network.requests[0] ?? assert.fail()
  assert.equal(headers.accept, 'image/webp,image/jpeg,image/png,image/gif;q=0.9,image/*;q=0.5')
  assert.deepEqual([headers.cookie, headers.referer, headers.authorization], [undefined, undefined, undefined])
})

// A proxy whose limit counts failures, too, locks out those whose platform is down
// (https://github.com/mastodon/mastodon/issues/29332).
test('only images count as fetched, once each', async (context) => {
  const { outcome, fetched, time } = await start(context, ({ url }, response) => {
    if (url === '/1.jpg') response.end(JPEG)
    else response.writeHead(url === '/gone.jpg' ? 404 : 200).end('<html>'.repeat(1_000))
  })
  for (let at = 0; at < 3; at += 1) {
    assert.equal(await outcome('https://cdn.example.com/gone.jpg'), 404)
    assert.equal(await outcome('https://cdn.example.com/login.jpg'), 415)
    time.now += 2 * HOUR_MS
  }
  assert.deepEqual(fetched, [])
  assert.equal(await outcome(URL_OF_IMAGE), 'image/jpeg')
  assert.deepEqual(fetched, [JPEG.length])
})

/** What public reports of image proxies say that hosts send instead of an image: an expired signature as text (200 and
 * 403), a login page, an SVG under the name of a PNG, an empty body, a redirect to a page, an error as JSON. */
const INSTEAD: readonly (readonly [RequestListener, number | string])[] = [
  [(_, response) => response.writeHead(403, { 'content-type': 'text/plain' }).end('URL signature expired'), 404],
  [(_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('URL signature expired'), 415],
  [(_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>'), 415],
  [(_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<?xml version="1.0"?>'), 415],
  [(_, response) => response.writeHead(200, { 'content-type': 'image/gif' }).end(), 415],
  [(_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('{"error":1}'), 415],
  [
    ({ url }, response) =>
      url === '/login' ? response.end('<html>Log in') : response.writeHead(302, { location: '/login' }).end(),
    415,
  ],
  [(_, response) => response.writeHead(204).end(), 404],
  [(_, response) => response.writeHead(404).end(JPEG), 404],
  [(_, response) => response.writeHead(410).end(), 410],
  [(_, response) => response.writeHead(429).end(), 503],
  [(_, response) => response.writeHead(500).end(JPEG), 503],
  [(_, response) => response.destroy(), 503],
  [({ url }, response) => response.writeHead(302, { location: `${url}a` }).end(), 404],
  [(_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(), 404],
  [(_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(), 404],
  [(_, response) => response.writeHead(200, { 'content-length': 16 * MIB }).end(), 415],
  // Text behind the first bytes of an image, and sizes that no browser should have to decode.
  [(_, response) => response.end(`\0\0\0 ftypavif${'alert(1)//'.repeat(4)}`), 415],
  [(_, response) => response.end('RIFF....WEBPVP8 alert(document.domain)//'), 415],
  [(_, response) => response.end(gifOf(1, { width: 65_535, height: 65_535 })), 415],
  [(_, response) => response.end(claimingPng(11_000, 11_000)), 415],
  [(_, response) => response.end(claimingPng(12_001, 1)), 415],
  [(_, response) => response.end(claimingPng(12_000, 4_000)), 'image/png'],
  // Bombs: small on the wire, and within the limit on the wire.
  [(_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB), 415],
  [(_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(SLOW_BOMB), 415],
]

test('whatever comes instead of an image is refused, with a status that says what to do', async (context) => {
  for (const [at, [respond, status]] of INSTEAD.entries()) {
    const { outcome, network } = await start(context, respond)
    assert.equal(await outcome(`https://cdn.example.com/${at}`), status, String(respond))
    for (const { address } of network.dials) assert.equal(address, PUBLIC_ADDRESS)
  }
})

test('a body without a length is read up to the limit, and not further', async (context) => {
  let sent = 0
  const { outcome } = await start(context, (_, response) => {
    response.write(JPEG)
    const send = () => {
      while (sent < 64 * MIB) {
        sent += MIB
        if (!response.write(Buffer.alloc(MIB, Math.random() * 255))) return response.once('drain', send)
      }
      return response.end()
    }
    send()
  })
  assert.equal(await outcome(URL_OF_IMAGE), 415)
  assert.ok(sent < 32 * MIB, `${sent} bytes`)
})

test('no sealed URL of the corpus reaches an address that is not public', async (context) => {
  const corpus = readFileSync(new URL('../../test/egress-corpus.tsv', import.meta.url), 'utf8')
  const rows = corpus
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([verdict, , , , stub = '']) => verdict === 'deny' && stub === '')
  assert.ok(rows.length > 100)
  const { outcome, network } = await start(context, (_, response) => response.end(JPEG))
  for (const [, , , subject = ''] of rows) {
    const url: string = subject.startsWith('"') ? JSON.parse(subject) : subject
    if (url.length < 1_000) assert.equal(await outcome(url), 404, url)
  }
  assert.deepEqual(network.dials, [])
})

const image = (type: 'gif' | 'png', width: number, height: number): Buffer => {
  const [gif, png] = [Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1'), Buffer.alloc(40)]
  gif.writeUInt16LE(width, 6)
  gif.writeUInt16LE(height, 8)
  png.write('\x89PNG\r\n\x1a\n', 'latin1')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return type === 'gif' ? gif : png
}

/** What hosts send in place of images that they do not have: ubershmekel/redditp#52, mikf/gallery-dl#5308,
 * GreenInfo-Network/caliparks.org#491, webstudio-is/webstudio#5525. */
const PLACEHOLDERS: readonly (readonly [string, Buffer, number | string])[] = [
  ['https://cdn.example.com/1.gif', image('gif', 1, 1), 404],
  ['https://cdn.example.com/2.gif', image('gif', 1, 2), 'image/gif'],
  ['https://i.ytimg.com/vi/abc/maxresdefault.jpg', image('png', 120, 90), 404],
  ['https://i.ytimg.com/vi/abc/hqdefault.jpg', image('png', 480, 360), 'image/png'],
  ['https://i.ytimg.com/vi/abc/default.jpg', image('png', 120, 90), 'image/png'],
  ['https://i.ytimg.com/vi/abc/2.jpg', image('png', 120, 90), 'image/png'],
  ['https://cdn.example.com/maxresdefault.jpg', image('png', 120, 90), 'image/png'],
  ['https://i.imgur.com/abc.png', image('png', 161, 81), 404],
  ['https://cdn.example.com/3.png', image('png', 161, 81), 'image/png'],
  ['https://i.imgur.com/removed.png', image('png', 9, 9), 404],
  ['https://live.staticflickr.com/1/photo_unavailable.png', image('png', 9, 9), 404],
]

test('what a host sends in place of an image that it does not have is none', async (context) => {
  for (const [url, bytes, expected] of PLACEHOLDERS) {
    const { outcome } = await start(context, (_, response) => response.end(bytes))
    assert.equal(await outcome(url), expected, url)
  }
})

/** willnorris/imageproxy#218, RSSNext/Folo#469, cscarney/syndic#50. */
test('a host that wants to know the page is told, once, after it refused, and no host of a platform is', async (context) => {
  const { images, keys, network } = await start(context, ({ headers }, response) =>
    headers.referer === undefined ? response.writeHead(403).end() : response.end(JPEG),
  )
  const outcome = async (platform: string, post: string | null) => {
    const source = { post, account: null, place: 'image 0' }
    const of = { reach: 'public', platform, post: keys.subjectOf(post), account: NO_SUBJECT, source } as const
    const result = await images.get(keys.seal({ ...of, url: `https://cdn.example.com/${platform}${post}` }) ?? '')
    return isRefusal(result) ? result.status : result.type
  }
  assert.equal(await outcome('rss', 'https://me:secret@blog.example.com/1?a=b#c'), 'image/jpeg')
  assert.deepEqual(
    network.requests.map(({ headers }) => headers.referer),
    [undefined, 'https://blog.example.com/1?a=b'],
  )
  assert.equal(await outcome('instagram', 'https://www.instagram.com/p/1/'), 404)
  assert.equal(await outcome('rss', null), 404)
  assert.equal(await outcome('rss', 'javascript:alert(1)'), 404)
  assert.equal(network.requests.length, 5)
})

test('the page is not named to the host of a redirect', async (context) => {
  const { images, keys, network } = await start(context, ({ headers, url }, response) => {
    if (headers.host === 'other.example.com') return response.end(JPEG)
    const isNamed = headers.referer !== undefined
    return response.writeHead(isNamed ? 302 : 403, { location: `https://other.example.com${url}` }).end()
  })
  const source = { post: 'https://blog.example.com/1', account: null, place: 'image 0' }
  const key = { reach: 'public', platform: 'rss', post: NO_SUBJECT, account: NO_SUBJECT, source } as const
  assert.ok(!isRefusal(await images.get(keys.seal({ ...key, url: URL_OF_IMAGE }) ?? '')))
  assert.deepEqual(
    network.requests.map(({ headers }) => headers.referer !== undefined),
    [false, true, false],
  )
})

test('a thousand callers cause one fetch', async (context) => {
  const { images, seal, network } = await start(context, (_, response) => response.end(JPEG))
  const results = await Promise.all(Array.from({ length: 1_000 }, () => images.get(seal(URL_OF_IMAGE))))
  assert.ok(results.every((result) => !isRefusal(result)))
  assert.equal(network.requests.length, 1)
})

test('no more fetches run or wait than the limits say; further ones are to come again', async (context) => {
  const { fetches, queue } = MEDIA_LIMITS
  const [full, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [running, most] = [0, 0]
  const { images, seal } = await start(context, async (_, response) => {
    running += 1
    most = Math.max(most, running)
    if (running === fetches) full.resolve()
    await opened.promise
    running -= 1
    response.end(JPEG)
  })
  const count = fetches + queue + 10
  const results = Array.from({ length: count }, (_, n) => images.get(seal(`https://cdn.example.com/${n}`)))
  assert.deepEqual(await results.at(-1), { status: 503, retryAfterSeconds: 2 })
  await full.promise
  opened.resolve()
  assert.equal((await Promise.all(results)).filter(isRefusal).length, 10)
  assert.equal(most, fetches)
})

test('a failure is remembered for a minute, then twice as long, and up to an hour', async (context) => {
  const { images, seal, network, time } = await start(context, (_, response) => response.writeHead(500).end())
  const ask = () => images.get(seal(URL_OF_IMAGE))
  assert.deepEqual(await ask(), { status: 503, retryAfterSeconds: 60 })
  time.now = 59_000
  assert.deepEqual(await ask(), { status: 503, retryAfterSeconds: 1 })
  assert.equal(network.requests.length, 1)
  time.now = 60_000
  assert.deepEqual(await ask(), { status: 503, retryAfterSeconds: 120 })
  for (let times = 0; times < 10; times += 1) {
    time.now += 3_600_000
    await ask()
  }
  assert.deepEqual(await ask(), { status: 503, retryAfterSeconds: 3_600 })
  assert.equal(network.requests.length, 12)
})

test('a forgotten post, account or image is gone at once, and another one is not', async (context) => {
  const { outcome, marks, keys, network } = await start(context, (_, response) => response.end(JPEG))
  const [post, account] = [keys.subjectOf('https://site.example/1'), keys.subjectOf('https://site.example/')]
  const of = { post, account }
  for (const subject of [post, account, keys.subjectOf(URL_OF_IMAGE)]) {
    const before = network.requests.length
    assert.equal(await outcome(`${URL_OF_IMAGE}?${before}`, of), before === 0 ? 'image/jpeg' : 410)
    marks.learn(subject.toString('hex'))
    assert.equal(
      await outcome(subject === post || subject === account ? 'https://cdn.example.com/2' : URL_OF_IMAGE, of),
      410,
    )
    assert.equal(network.requests.length, 1)
  }
  assert.equal(await outcome(URL_OF_IMAGE), 410)
  assert.equal(await outcome('https://cdn.example.com/3'), 'image/jpeg')
})

test('an image that is forgotten while it is fetched is not passed on', async (context) => {
  const { outcome, marks, keys } = await start(context, (_, response) => {
    marks.learn(keys.subjectOf(URL_OF_IMAGE).toString('hex'))
    response.end(JPEG)
  })
  assert.equal(await outcome(URL_OF_IMAGE), 410)
})

test('an image of a connected account is passed on until it is disconnected, and shares nothing with others', async (context) => {
  const { outcome, keys, marks, ended, network } = await start(context, ({ url }, response) =>
    url === '/2.jpg' ? response.writeHead(404).end() : response.end(JPEG),
  )
  assert.equal(await outcome(URL_OF_IMAGE, { reach: 'cn_1' }), 'image/jpeg')
  ended.add('cn_1')
  assert.equal(await outcome(URL_OF_IMAGE, { reach: 'cn_1' }), 410)
  ended.delete('cn_1')
  assert.equal(await outcome(URL_OF_IMAGE, { reach: 'cn_1' }), 'image/jpeg')
  marks.learn(keys.subjectOf('cn_1').toString('hex'))
  assert.equal(await outcome(URL_OF_IMAGE, { reach: 'cn_1' }), 410)
  assert.equal(await outcome(URL_OF_IMAGE, { reach: 'cn_2' }), 'image/jpeg')
  const missing = 'https://cdn.example.com/2.jpg'
  for (const reach of ['public', 'cn_2', 'cn_2'] as const) assert.equal(await outcome(missing, { reach }), 404)
  assert.equal(network.requests.length, 5)
})

test('an image whose URL ends is copied behind, once, and outlives its URL', async (context) => {
  const network = await startStubNetwork({
    respond: (_, response) => (time.now < HOUR_MS ? response.end(JPEG) : response.writeHead(403).end()),
  })
  const { resolver, connect } = network
  const time = { now: 0 }
  const kept = new Map<string, Copy>()
  const egress = createEgress({ allow: parseAllowList(''), resolver, connect, limits: MEDIA_EGRESS_LIMITS })
  context.after(async () => {
    await egress.close()
    await network.close()
  })
  const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })
  const images = createImages({
    ...{
      ...NO_SIZES,
      keys,
      egress,
      elapsed: () => time.now,
      marks: { isForgotten: () => false },
      mayShow: async () => true,
    },
    copies: {
      find: async (key) => (key.platform === 'instagram' ? kept.get(lastingName(key.url)) : undefined),
      async keep(key, bytes) {
        kept.set(lastingName(key.url), { bytes, storedAt: 0 })
        return 0
      },
      keepRendering: async () => {},
      mayKeep: ({ platform }) => platform === 'instagram',
    },
  })
  const signed = (signature: string, platform = 'instagram'): MediaKey => ({
    ...{ reach: 'public', platform, post: NO_SUBJECT, account: NO_SUBJECT },
    url: `https://scontent.cdninstagram.com/1.jpg?oe=70A1B2C3&oh=${signature}`,
  })
  const over = { ...signed('a'), url: 'https://scontent.cdninstagram.com/2.jpg?oe=00000000&oh=a' }
  for (const key of [over, signed('a'), signed('b'), signed('a'), signed('c', 'youtube')]) images.copySoon(key)
  while (kept.size === 0) await setImmediate()
  assert.equal(network.requests.length, 1)
  images.copySoon(signed('c'))
  await images.idle()
  assert.equal(network.requests.length, 1)
  time.now = HOUR_MS
  const result = await images.get(keys.seal(signed('a')) ?? '')
  assert.ok(!isRefusal(result))
  assert.ok(result.bytes.equals(JPEG))
  assert.deepEqual(await images.get(keys.seal(signed('c', 'youtube')) ?? ''), { status: 404 })
})

test('while the store does not say whether an account is still connected, its images are not copied, and then they are', async (context) => {
  const network = await startStubNetwork({ respond: (_, response) => response.end(JPEG) })
  const { resolver, connect } = network
  const egress = createEgress({ allow: parseAllowList(''), resolver, connect, limits: MEDIA_EGRESS_LIMITS })
  context.after(async () => {
    await egress.close()
    await network.close()
  })
  let isDown = true
  const kept: string[] = []
  const images = createImages({
    ...{ ...NO_SIZES, egress, elapsed: () => 0, marks: { isForgotten: () => false } },
    keys: createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] }),
    async mayShow() {
      if (isDown) throw new StoreError('unavailable', undefined)
      return true
    },
    copies: {
      find: async () => undefined,
      async keep({ url }) {
        kept.push(url)
        return 0
      },
      keepRendering: async () => {},
      mayKeep: () => true,
    },
  })
  const key: MediaKey = {
    ...{ reach: 'cn_1' as ConnectionReach, platform: 'instagram', post: NO_SUBJECT, account: NO_SUBJECT },
    url: 'https://scontent.cdninstagram.com/1.jpg?oe=70A1B2C3',
  }
  images.copySoon(key)
  await images.idle()
  assert.deepEqual(kept, [])
  isDown = false
  images.copySoon(key)
  while (kept.length === 0) await setImmediate()
  assert.deepEqual(kept, [key.url])
  await images.idle()
})

test('without sharp, an image in another size comes in its own, which says why', async (context) => {
  const { images, seal } = await start(context, (_, response) => response.end(JPEG))
  const size = (width: number) => ({ size: { width, accept: 'image/webp' } })
  const result = await images.get(seal(URL_OF_IMAGE), size(320))
  assert.ok(!isRefusal(result))
  assert.deepEqual([result.type, result.unsized], ['image/jpeg', 'sharp is not installed'])
  assert.ok(result.bytes.equals(JPEG))
  for (const width of [321, 0, Number.NaN])
    assert.deepEqual(await images.get(seal(URL_OF_IMAGE), size(width)), { status: 404 })
})

test('no other URL opens', async (context) => {
  const { images, network } = await start(context, (_, response) => response.end(JPEG))
  for (const sealed of ['', 'x', Buffer.from(URL_OF_IMAGE).toString('base64url')])
    assert.deepEqual(await images.get(sealed), { status: 404 })
  assert.deepEqual(network.dials, [])
})

test('a request that has waited too long is refused, and what nobody waits for any more ends', async (context) => {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>()
  const { images, seal } = await start(context, (request) => request.socket.once('close', () => resolve()), 20)
  assert.deepEqual(await images.get(seal(URL_OF_IMAGE)), { status: 503, retryAfterSeconds: 2 })
  await hungUp
})
