import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { authorOf, isBread, isFeatured, isWinter } from '@central-api/testing/platforms/ghost/simulated-posts.ts'
import {
  ADMIN_KEY,
  CONTENT_KEYS,
  type GhostSimulator,
  startGhost,
} from '@central-api/testing/platforms/ghost/simulator.ts'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/ghost/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { ghost } from './ghost.ts'

const keysFor = (...hosts: readonly string[]) => ({
  GHOST_CONTENT_KEYS: hosts.map((host) => `${host}=${CONTENT_KEYS[0]}`).join(','),
})
const environment = keysFor('site.example', 'missing.example', 'pro.ghost.io')

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { errors: [{ message: 'Refused', type: 'RefusedError', code: null }] } }),
    first: {
      '/settings/': { ...USUAL.signed, 404: 'profile_not_found', 410: 'profile_not_found' },
      '/posts/': USUAL.signed,
    },
    later: { '/posts/.*&page=2&': USUAL.signed },
    post: {
      '/posts/slug/': { ...USUAL.signed, 404: 'post_not_found', 410: 'post_not_found' },
      '/settings/': USUAL.spared,
    },
    postUrl: 'https://pro.ghost.io/winter-notes-55/',
  },
  platform: ghost,
  environment,
  start: startGhost,
  spellings: SPELLINGS,
  notHandles: NOT_HANDLES,
  postUrls: ['https://name.ghost.io/winter-notes/', 'https://name.ghost.io/winter-notes?ref=x#y'],
  notPostUrls: [
    'https://name.ghost.io/',
    'https://name.ghost.io/rss/',
    'https://name.ghost.io/ghost/',
    'https://name.ghost.io/tag/winter/',
    'https://name.ghost.io.evil.example/winter-notes/',
    'https://site.example/winter-notes/',
  ],
  kinds: {
    section: [
      { handle: 'site.example/tag/winter', missing: 'site.example/tag/wide' },
      { handle: 'site.example/author/noor', missing: 'site.example/author/nobody', authors: 'one' },
      {
        handle: 'site.example/tag/bread,winter',
        missing: 'site.example/tag/tall,wide',
        ids: (simulated) => simulated.idsOf((index) => isBread(index) || isWinter(index)),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 3, next: 1 },
      },
      {
        handle: 'site.example/tag/bread+winter',
        empty: 'site.example/tag/bread+wide',
        ids: (simulated) => simulated.idsOf((index) => isBread(index) && isWinter(index)),
      },
    ],
  },
  calls: { first: 2, next: 1 },
  credentials: {
    two: { GHOST_CONTENT_KEYS: CONTENT_KEYS.map((key) => `site.example=${key}`).join(', ') },
    secrets: CONTENT_KEYS,
    hosts: ['site.example'],
  },
  errors: [
    {
      answer: {
        status: 401,
        body: { errors: [{ message: 'Unknown Content API Key', errorType: 'UnauthorizedError' }] },
      },
      code: 'platform_unauthorized',
    },
    {
      answer: { status: 404, body: { errors: [{ message: 'Resource not found', type: 'NotFoundError' }] } },
      code: 'profile_not_found',
    },
    { answer: { status: 422, body: { errors: [{ type: 'ValidationError' }] } }, code: 'platform_error' },
    {
      answer: { status: 429, headers: { 'retry-after': '9' }, body: 'Slow down' },
      code: 'platform_rate_limited',
      retryAfterSeconds: 9,
    },
    { answer: { status: 500, body: { errors: [{ type: 'InternalServerError' }] } }, code: 'platform_error' },
  ],
})

describe('Ghost sites through their API and feeds', () => {
  let simulator: GhostSimulator
  let walker: Walker
  before(async () => {
    simulator = await startGhost()
    walker = createWalker(
      ghost,
      keysFor('site.example', 'folder.example', 'old.example', 'pro.example', 'pro.ghost.io'),
      simulator,
    )
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('names several tags, and refuses them without a key', async () => {
    const { profile } = await walker.page({ handle: 'site.example/tag/bread+winter' })
    assert.equal(profile.displayName, 'Winter + Bread')
    await rejects(
      walker.page({ handle: 'keyless.example/tag/bread+winter' }),
      'platform_not_configured',
      /GHOST_CONTENT_KEYS/,
    )
  })

  const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      assert.match(error.message, words)
      return true
    })
  const callsFor = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const calls = simulator.calls()
    return [await work(), simulator.calls() - calls]
  }

  test('the profile of a site has its settings and number of posts; posts have the language of the site', async () => {
    const { profile, posts } = await walker.page({})
    assert.deepEqual([profile.displayName, profile.bio.text, profile.counts.posts], ['Site & Co', 'Notes <3', 57])
    assert.deepEqual(new Set(posts.map(({ language }) => language)), new Set(['de']))
  })

  test('authors and tags are profiles', async () => {
    const cases = {
      'site.example/author/noor': [simulator.idsOf((index) => authorOf(index) === 'noor'), 'Noor & Co'],
      'site.example/tag/winter': [simulator.idsOf(isWinter), 'Winter'],
    } as const
    for (const [handle, [ids, name]] of Object.entries(cases)) {
      const [pages, calls] = await callsFor(() => walker.walk({ handle }))
      assert.deepEqual(idsOf(pages), ids, handle)
      // The settings of the site have the language of its posts.
      assert.equal(calls, 2 + pages.length)
      assert.ok(pages.flatMap(({ posts }) => posts).every(({ language }) => language !== null))
      assert.deepEqual([pages[0]?.profile.displayName, pages[0]?.profile.counts.posts], [name, ids.length])
    }
    await rejects(walker.page({ handle: 'site.example/author/nobody' }), 'profile_not_found')
    await rejects(walker.page({ handle: 'site.example/tag/wide' }), 'profile_not_found')
  })

  test('the variant featured returns the featured posts', async () => {
    assert.deepEqual(idsOf(await walker.walk({ variant: 'featured' })), simulator.idsOf(isFeatured))
  })

  test('a members-only post has no text, and one with a public preview has only the preview', async () => {
    const posts = (await walker.walk()).flatMap((page) => page.posts)
    const texts = posts.filter(({ text }) => text === null || text.startsWith('The beginning'))
    assert.ok(texts.some(({ text, html, summary }) => text === null && html === null && summary === null))
    assert.ok(texts.some(({ text, summary }) => text !== null && summary === 'For members'))
  })

  test('pages of any size return every post once, also posts of the same time', async () => {
    for (const limit of [1, 7, 50, 100])
      assert.deepEqual(idsOf(await walker.walk({ limit })), simulator.ids(), `by ${limit}`)
  })

  test('reads a site in a folder and a site of an older version', async () => {
    for (const newerVersion of ['refused', 'accepted'] as const) {
      simulator.quirks.newerVersion = newerVersion
      for (const handle of ['folder.example/blog', 'old.example']) {
        const page = await walker.page({ handle })
        assert.deepEqual(
          [page.source, page.posts.map(({ id }) => id)],
          ['api', simulator.ids().slice(0, 20)],
          `${handle} ${newerVersion}`,
        )
      }
    }
  })

  test('a key is sent only to its host: a site whose API is at another host is read there', async () => {
    const from = simulator.requests().length
    const own = createWalker(ghost, keysFor('pro.example'), simulator)
    const page = await own.page({ handle: 'pro.example' })
    assert.equal(page.source, 'feed')
    for (const { host, url } of simulator.requests().slice(from))
      assert.ok(host === 'pro.example' || !url.search.includes(CONTENT_KEYS[0]), host)
    await own.close()
    const { source, profile } = await walker.page({ handle: 'pro.ghost.io' })
    assert.deepEqual([source, profile.url], ['api', 'https://pro.example/'])
  })

  test('a site without a key is read through its feed, to the last page', async () => {
    const keyless = createWalker(ghost, {}, simulator)
    const pages = await keyless.walk({ handle: 'keyless.example' })
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.ok(pages.every(({ source }) => source === 'feed'))
    const [first] = pages[0]?.posts ?? []
    assert.deepEqual([first?.kind, first?.title, first?.tags], ['article', 'Winter notes 56 & more', ['Notes']])
    for (const { url } of pages.flatMap(({ posts }) => posts))
      assert.match(url ?? 'none', /^https:\/\/keyless\.example\/./)
    // Titles are plain text in both encodings.
    const titlesOf = (walked: typeof pages) => walked.flatMap(({ posts }) => posts.map(({ title }) => title))
    assert.deepEqual(titlesOf(pages), titlesOf(await walker.walk({ handle: 'site.example' })))
    assert.ok(titlesOf(pages).includes('How to <b> a <script> of notes 47'))
    assert.deepEqual(idsOf(await keyless.walk({ handle: 'short.example' })), simulator.ids().slice(0, 15))
    const author = await keyless.walk({ handle: 'keyless.example/author/noor' })
    assert.deepEqual(
      idsOf(author),
      simulator.idsOf((index) => authorOf(index) === 'noor'),
    )
    await keyless.close()
  })

  test('a site is read through its feed when only other sites have keys', async () => {
    const { source } = await walker.page({ handle: 'keyless.example' })
    assert.equal(source, 'feed')
  })

  test('a site with a password is profile_private, and a host without a site is profile_not_found', async () => {
    const keyless = createWalker(ghost, {}, simulator)
    await rejects(keyless.page({ handle: 'private.example' }), 'profile_private')
    await rejects(keyless.page({ handle: 'nowhere.example' }), 'profile_not_found')
    await keyless.close()
  })

  test('the error for an Admin API key names the right key', async () => {
    const wrong = createWalker(
      { ...ghost, sources: ghost.sources.slice(0, 1) },
      { GHOST_CONTENT_KEYS: `site.example=${ADMIN_KEY}` },
      simulator,
    )
    await rejects(wrong.page({}), 'platform_unauthorized', /Admin API key/)
    await wrong.close()
  })

  test('the error for a malformed setting names the setting and not its keys', () => {
    for (const value of ['site.example', '=key', 'site.example=', 'https://site.example=key'])
      assert.throws(
        () => createWalker(ghost, { GHOST_CONTENT_KEYS: `ok.example=${CONTENT_KEYS[0]},${value}` }, simulator),
        (error) =>
          error instanceof Error &&
          /GHOST_CONTENT_KEYS/.test(error.message) &&
          !error.message.includes(CONTENT_KEYS[0]),
      )
  })

  test('a page of a site is a post if the API has a post with its slug and URL', async () => {
    const find = async (pageUrl: string) => {
      const platform = ghost as unknown as Platform
      const [source] = platform.sources
      assert.ok(source)
      const process = walker.start()
      const fetch = { platform, source, handle: undefined, isClientHost: () => true }
      const context = process.upstreams.contexts({
        ...{ ...fetch, isLater: false, licenseId: undefined, access: PUBLIC },
        ...{ signal: AbortSignal.timeout(5_000), deadline: Date.now() + 5_000 },
      })
      const page = await context.send({ url: pageUrl, accept: 'text/html' })
      const calls = simulator.calls()
      const found = await source.findPost?.({
        ...context,
        ask: context.send,
        settings: {},
        url: new URL(page.url),
        page,
      })
      const { id, language } = found?.post ?? {}
      return { id, language, calls: simulator.calls() - calls }
    }
    const [newest] = simulator.ids()
    const NONE = { id: undefined, language: undefined }
    assert.deepEqual(await find('https://site.example/winter-notes-56/'), { id: newest, language: 'de', calls: 2 })
    assert.deepEqual(await find('https://folder.example/blog/winter-notes-56/'), {
      id: newest,
      language: 'de',
      calls: 2,
    })
    assert.deepEqual(await find('https://site.example/lists/winter-notes-56/'), { ...NONE, calls: 1 })
    assert.deepEqual(await find('https://site.example/about/'), { ...NONE, calls: 1 })
  })

  test('a malformed position is invalid_cursor', async () => {
    for (const broken of ['x', '["x",null,null]', '["0 20",null,null]', '["2 20 2026",null,null]'])
      await rejects(walker.page({ after: broken }), 'invalid_cursor')
  })
})
