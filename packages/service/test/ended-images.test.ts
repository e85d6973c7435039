// Images whose URLs have ended, and images of posts and profiles that are gone, through the whole service. Public reports
// of others that this plays: RSS-Bridge/rss-bridge#960 and Dymantic/laravel-instagram-feed#43 (signatures end),
// mastodon/mastodon#31811 (an avatar that changed), mastodon/mastodon#5781 (images that never come back).

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { flatPng } from '@central-api/testing/media/hostile-images.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import { MEDIA_LIMITS } from '../src/media/limits.ts'
import { subjectOf } from '../src/media/media-key.ts'
import { rss } from '../src/platforms/rss/rss.ts'
import type { Post, Profile } from '../src/post/post.ts'
import { DOUBT_MS } from '../src/scanning/gone-profiles.ts'
import { Refused } from '../src/upstream/contract/refusal.ts'
import { createAlbum } from './album-platform.ts'
import { startTwo } from './start-two.ts'

const JPEG = Buffer.concat([Buffer.from('ffd8ffc0000b080258032001011100', 'hex'), Buffer.alloc(500, 7)])
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SCAN = { platform: 'album', handle: 'garden' }
const urlOfPost = (id: string) => `https://album.example.com/@garden/${id}`

type Body = { readonly profile: Profile; readonly posts: readonly Post[] }

const startAlbum = async (context: TestContext) => {
  const album = createAlbum()
  const fetched: string[] = []
  const network = await startStubNetwork({
    respond({ url = '' }, response) {
      fetched.push(url)
      if (album.accepts(url)) response.end(JPEG)
      else response.writeHead(403, { 'content-type': 'text/plain' }).end('URL signature expired')
    },
  })
  context.after(() => network.close())
  const { resolver, connect } = network
  const options = {
    environment: { MEDIA: 'proxy' },
    platforms: [album.platform],
    network: { resolver, connect },
  }
  return { album: album.state, fetched, options }
}

const start = async (context: TestContext) => {
  const { album, fetched, options } = await startAlbum(context)
  const client = await startClient(context, options)
  /** Each time with a token of its own, since time passes. */
  const send = async (path: string, body: unknown) => client.post(path, body, await client.authorize(client.key))
  const scan = () => send('/scan-profile', SCAN)
  const read = async (): Promise<Body> => ((await scan()).body.data as { body: Body }).body
  const get = async (url: string | null | undefined) => {
    const { status, headers } = await client.send({ method: 'GET', path: new URL(url ?? assert.fail()).pathname })
    return { status, kept: headers['cache-control'], retryAfter: headers['retry-after'] }
  }
  const status = async (url: string | null | undefined) => (await get(url)).status
  const imageOf = ({ posts }: Body, id: string, at = 0) => posts.find((post) => post.id === id)?.media[at]?.url
  const readPosts = (...posts: readonly string[]) => send('/posts', { platform: 'album', posts })
  /** Time in which a page and failures are not remembered, and signatures go on. */
  const pass = (ms: number) => {
    client.clock.at += ms
  }
  const validate = (url: string) => send('/validate-post', { url })
  return { ...client, album, fetched, scan, read, get, status, imageOf, readPosts, validate, pass }
}

/** Signatures from now on are others, and the old ones are refused. */
const signAnew = (album: Awaited<ReturnType<typeof startAlbum>>['album'], ends = 0) => {
  album.signature += 1
  album.ends += ends
}

test('an image whose URL has ended loads from the same URL, after one call for all images of its post', async (context) => {
  const { album, fetched, read, status, imageOf, pass } = await start(context)
  const page = await read()
  assert.equal(await status(imageOf(page, '2')), 200)
  album.calls.length = 0
  signAnew(album, DAY_MS / 1_000)
  pass(5 * DAY_MS)
  for (const at of [0, 1, 0]) assert.equal(await status(imageOf(page, '2', at)), 200)
  assert.deepEqual(album.calls, ['2'])
  // The end of the old signature is known, so it is not tried.
  assert.ok(
    fetched.slice(1).every((path) => path.endsWith('Signature=2')),
    String(fetched),
  )
})

test('a host that refuses a URL before its end is believed, too', async (context) => {
  const { album, fetched, read, status, imageOf } = await start(context)
  const page = await read()
  signAnew(album)
  album.calls.length = 0
  assert.equal(await status(imageOf(page, '1')), 200)
  assert.deepEqual(album.calls, ['1'])
  assert.deepEqual(
    fetched.map((path) => path.at(-1)),
    ['1', '2'],
  )
})

test('a post is read again once an hour, whatever came of it', async (context) => {
  const { album, read, status, imageOf, pass } = await start(context)
  const page = await read()
  album.calls.length = 0
  for (const [minutes, expected, calls] of [
    [0, 200, 1],
    [30, 404, 1],
    [29, 404, 1],
    [61, 200, 2],
  ] as const) {
    signAnew(album, DAY_MS / 1_000)
    pass(minutes * 60_000)
    assert.deepEqual([await status(imageOf(page, '1')), album.calls.length], [expected, calls], `${minutes}`)
  }
  album.refusals.set('1', new Refused('failing'))
  for (const minutes of [61, 2, 4, 8]) {
    signAnew(album, DAY_MS / 1_000)
    pass(minutes * 60_000)
    assert.deepEqual([await status(imageOf(page, '1')), album.calls.length], [503, 3], `${minutes}`)
  }
})

test('an avatar is found in its profile, also a new one; an image that was taken out of its post is gone', async (context) => {
  const { album, fetched, read, status, imageOf } = await start(context)
  const page = await read()
  album.renames = true
  signAnew(album)
  album.calls.length = 0
  assert.equal(await status(page.profile.avatarUrl), 200)
  assert.equal(page.posts[0]?.author?.avatarUrl, page.profile.avatarUrl)
  assert.deepEqual([album.calls, fetched.at(-1)], [['@garden'], '/avatar-2.jpg'])
  album.renames = false
  album.posts.set('2', ['tulip'])
  assert.deepEqual([await status(imageOf(page, '2', 0)), await status(imageOf(page, '2', 1))], [404, 200])
})

test('where files have new names, the image at the same place of the post is shown', async (context) => {
  const { album, fetched, read, status, imageOf } = await start(context)
  album.renames = true
  const page = await read()
  signAnew(album)
  assert.equal(await status(imageOf(page, '2', 1)), 200)
  assert.equal(fetched.at(-1), '/tulip-2.jpg')
})

test('a minute has a budget of calls for all images', async (context) => {
  const { album, read, get, imageOf, pass } = await start(context)
  const { renewalsPerMinute } = MEDIA_LIMITS
  for (let id = 100; id < 102 + renewalsPerMinute; id += 1) album.posts.set(String(id), [`file${id}`])
  const page = await read()
  signAnew(album)
  album.calls.length = 0
  const results = []
  for (const { id } of page.posts) results.push(await get(imageOf(page, id)))
  const busy = results.filter(({ status }) => status === 503)
  assert.equal(album.calls.length, renewalsPerMinute)
  assert.equal(busy.length, page.posts.length - renewalsPerMinute)
  assert.ok(busy.every(({ retryAfter }) => retryAfter === '60'))
  pass(60_000)
  assert.equal((await get(imageOf(page, page.posts.at(-1)?.id ?? ''))).status, 200)
})

test('two processes read the post once', async (context) => {
  const { album, options } = await startAlbum(context)
  const both = await startTwo(context, {
    ...options,
    environment: { ...options.environment, MEDIA_KEEP: 'pass' },
  })
  const { here } = both
  const { body } = await here.post('/scan-profile', SCAN, await here.authorize((await here.license()).key))
  const { posts } = (body.data as { body: Body }).body
  signAnew(album)
  album.calls.length = 0
  const path = new URL(posts[0]?.media[0]?.url ?? '').pathname
  for (const { send } of [both.here, both.there, both.here])
    assert.equal((await send({ method: 'GET', path })).status, 200)
  assert.deepEqual(album.calls, ['2'])
})

test('when the post is gone, its images are gone for minutes, and no call is made for the others', async (context) => {
  const { album, read, get, status, imageOf } = await start(context)
  const page = await read()
  signAnew(album)
  album.refusals.set('2', new Refused('absent', { about: 'post' }))
  album.calls.length = 0
  assert.deepEqual(await get(imageOf(page, '2')), { status: 410, kept: 'public, max-age=300', retryAfter: undefined })
  assert.equal(await status(imageOf(page, '2', 1)), 410)
  assert.deepEqual(album.calls, ['2'])
  assert.equal(await status(imageOf(page, '1')), 200)
})

const SAID: readonly (readonly [string, Refused, number])[] = [
  ['it is gone', new Refused('absent', { about: 'post' }), 410],
  ['it is private', new Refused('hidden', { about: 'post' }), 410],
  ['a plain 404, once', new Refused('absent', { about: 'post', evidence: 'status' }), 200],
  ['some other page', new Refused('absent', { about: 'post', evidence: 'none' }), 200],
  ['a fault', new Refused('failing', { about: 'post' }), 200],
  ['a limit', new Refused('limited', { about: 'post' }), 200],
  ['a refused credential', new Refused('credential_refused', { about: 'post' }), 200],
  ['this source does not serve it', new Refused('closed', { about: 'post' }), 200],
]

test('a post that its platform calls gone or private takes its images along, until it is back', async (context) => {
  for (const [what, refusal, expected] of SAID) {
    for (const way of ['posts', 'validate-post'] as const) {
      const { album, read, readPosts, validate, status, imageOf, pass, parts } = await start(context)
      const page = await read()
      const ask = () => (way === 'posts' ? readPosts(urlOfPost('1'), urlOfPost('2')) : validate(urlOfPost('2')))
      album.refusals.set('2', refusal)
      await ask()
      await parts.catchUp()
      const label = `${way}: ${what}`
      assert.deepEqual([await status(imageOf(page, '2')), await status(imageOf(page, '1'))], [expected, 200], label)
      album.refusals.delete('2')
      pass(HOUR_MS)
      await ask()
      assert.equal(await status(imageOf(page, '2')), 200, label)
    }
  }
})

test('a plain 404 counts when it comes again hours later, and not if the post was read in between', async (context) => {
  for (const isReadBetween of [false, true]) {
    const { album, read, readPosts, status, imageOf, pass } = await start(context)
    const page = await read()
    const refuse = async () => {
      album.refusals.set('1', new Refused('absent', { about: 'post', evidence: 'status' }))
      await readPosts(urlOfPost('1'))
      album.refusals.clear()
    }
    await refuse()
    pass(HOUR_MS)
    if (isReadBetween) await readPosts(urlOfPost('1'))
    pass(DOUBT_MS)
    await refuse()
    assert.equal(await status(imageOf(page, '1')), isReadBetween ? 200 : 410)
  }
})

test('a profile that is gone takes its avatar and its posts along, until a scan returns it', async (context) => {
  const { album, read, scan, status, imageOf, pass } = await start(context)
  const page = await read()
  const all = async () => [await status(page.profile.avatarUrl), await status(imageOf(page, '1'))]
  assert.deepEqual(await all(), [200, 200])
  for (const [meaning, code] of [
    ['absent', 'profile_not_found'],
    ['hidden', 'profile_private'],
  ] as const) {
    album.refusals.set('@garden', new Refused(meaning))
    pass(HOUR_MS)
    assert.equal((await scan()).body.error?.code, code)
    assert.deepEqual(await all(), [410, 410], meaning)
    album.refusals.clear()
    pass(HOUR_MS)
    assert.equal((await scan()).status, 200)
    assert.deepEqual(await all(), [200, 200], meaning)
  }
})

test('a profile that cannot be read is not gone, and neither is a post that left the first page', async (context) => {
  const { album, read, scan, status, imageOf, pass } = await start(context)
  const page = await read()
  album.older.set('1', album.posts.get('1') ?? [])
  album.posts.delete('1')
  pass(HOUR_MS)
  assert.equal((await read()).posts.length, 1)
  for (const meaning of ['failing', 'limited', 'closed', 'credential_refused'] as const) {
    album.refusals.set('@garden', new Refused(meaning, { evidence: 'status' }))
    pass(2 * HOUR_MS)
    await scan()
    assert.deepEqual([await status(page.profile.avatarUrl), await status(imageOf(page, '1'))], [200, 200], meaning)
  }
})

test('what a person forgot stays forgotten when the platform returns it again', async (context) => {
  const { album, read, readPosts, status, imageOf, pass, parts } = await start(context)
  const page = await read()
  await parts.store.mediaMarks.add(subjectOf(urlOfPost('1')).toString('hex'), act())
  await parts.catchUp()
  album.refusals.set('1', new Refused('absent', { about: 'post' }))
  await readPosts(urlOfPost('1'))
  album.refusals.clear()
  pass(HOUR_MS)
  await readPosts(urlOfPost('1'))
  await read()
  assert.equal(await status(imageOf(page, '1')), 410)
})

test('every process learns at its next look that a post is gone, and that it is back, also after a restart', async (context) => {
  const { album, options } = await startAlbum(context)
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  const start = (listens = false) =>
    startService(context, {
      ...options,
      listens,
      environment: { ...options.environment, DATABASE_URL: `sqlite:${join(folder, 'central.db')}` },
    })
  const here = await start()
  const services = [here, await start()]
  context.after(() => rm(folder, { recursive: true, force: true }))
  const { key } = await here.license()
  const send = async (path: string, body: unknown) => here.post(path, body, await here.authorize(key))
  const { body } = await send('/scan-profile', SCAN)
  const path = new URL((body.data as { body: Body }).body.posts[0]?.media[0]?.url ?? '').pathname
  const statuses = async () => {
    // Nobody waits for writes; a read comes after them.
    await here.parts.store.goneProfiles.find(['any'])
    return Promise.all(
      services.map(async ({ send: get, parts }) => {
        await parts.catchUp()
        return (await get({ method: 'GET', path })).status
      }),
    )
  }
  const read = () => send('/posts', { platform: 'album', posts: [urlOfPost('2')] })
  album.refusals.set('2', new Refused('absent', { about: 'post' }))
  await read()
  assert.deepEqual(await statuses(), [410, 410])
  services.push(await start(true))
  assert.deepEqual(await statuses(), [410, 410, 410])
  album.refusals.clear()
  here.clock.at += HOUR_MS
  await read()
  assert.deepEqual(await statuses(), [200, 200, 200])
})

test('no client learns of images of a host by naming its posts', async (context) => {
  const { album, read, readPosts, status, imageOf } = await start(context)
  const page = await read()
  album.refusals.set('3', new Refused('absent', { about: 'post' }))
  // Spellings of a post that is gone, which look like another one or like its account.
  for (const written of [
    `https://album.example.com/@garden/3#https://album.example.com/@garden/2`,
    `https://album.example.com/@garden/3?url=${urlOfPost('2')}`,
    `${urlOfPost('2')} https://album.example.com/@garden/3`,
    `https://album.example.com/@garden#/@garden/3`,
  ])
    await readPosts(written)
  assert.deepEqual([await status(imageOf(page, '2')), await status(page.profile.avatarUrl)], [200, 200])
})

const FEED = 'https://blog.example.com/feed.xml'
const PNG = flatPng(8, 8)

/** A blog whose feed has posts with one image each, and a host that serves only the images that the feed names now. */
const startBlog = async (context: TestContext) => {
  const state = { version: 1, ids: ['1', '2', '3'], feeds: 0, pages: 0, author: '' }
  const item = (id: string) => `<item><title>${id}</title><link>https://blog.example.com/${id}</link>${state.author}
    <enclosure type="image/png" length="9" url="https://img.example.com/${id}.png?Expires=1895000000&amp;sig=${state.version}"/></item>`
  const network = await startStubNetwork({
    respond({ url = '', headers: { host = '' } }, response) {
      if (host === 'img.example.com') {
        if (url.endsWith(`sig=${state.version}`)) response.end(PNG)
        else response.writeHead(403).end()
        return
      }
      if (url !== '/feed.xml' && url !== '/') {
        state.pages += 1
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A post</title>')
        return
      }
      state.feeds += 1
      response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(`<rss version="2.0"><channel><title>Blog</title><link>https://blog.example.com/</link>
          ${state.ids.map(item).join('')}</channel></rss>`)
    },
  })
  context.after(() => network.close())
  const { resolver, connect } = network
  const environment = { MEDIA: 'proxy' }
  const client = await startClient(context, { environment, platforms: [rss], network: { resolver, connect } })
  const { body } = await client.post('/scan-profile', { platform: 'rss', handle: FEED }, client.headers)
  const { posts } = (body.data as { body: Body }).body
  const status = async (id: string) => {
    const { media } = posts.find(({ url }) => url?.endsWith(`/${id}`)) ?? assert.fail(JSON.stringify(body))
    return (await client.send({ method: 'GET', path: new URL(media[0]?.url ?? '').pathname })).status
  }
  return { ...client, state, status }
}

test('where posts cannot be read one by one, ended images are found in the page of their account, read once', async (context) => {
  const { state, status, clock } = await startBlog(context)
  assert.equal(await status('1'), 200)
  state.version += 1
  state.feeds = 0
  clock.at += HOUR_MS
  state.ids = ['1', '2']
  assert.deepEqual([await status('1'), await status('2')], [200, 200])
  assert.deepEqual([state.feeds, state.pages], [1, 0])
  // It left the feed, which does not say that it is gone.
  assert.equal(await status('3'), 404)
})
