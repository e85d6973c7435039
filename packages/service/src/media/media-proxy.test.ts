import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Egress } from '../egress/egress.ts'
import { buildPost, buildProfile } from '../post/build-post.ts'
import type { ProfileKind } from '../post/post.ts'
import { withServedMedia } from '../post/served-media.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { MediaHome } from './home/media-home.ts'
import { NO_SUBJECT, subjectOf } from './media-key.ts'
import { createMediaMarks } from './media-marks.ts'
import { createMediaProxy, type MediaProxyOptions, type PageBody } from './media-proxy.ts'
import type { Renderer } from './rendering/renderer.ts'

const create = (options: Partial<MediaProxyOptions>) =>
  createMediaProxy({
    ...{
      home: undefined,
      baseUrl: 'https://central.example',
      widths: [],
      formats: ['webp'],
      mayShow: async () => true,
    },
    ...{
      keptMs: () => 1,
      maxBytes: 1,
      now: () => 1_000,
      elapsed: () => 0,
      onHomeError: (error) => assert.fail(`${error}`),
    },
    payers: { note: () => {}, find: async () => undefined, idle: async () => {} },
    charge: () => {},
    keysFor: (purpose) => [Buffer.alloc(32, purpose)],
    marks: createMediaMarks({ add: async () => {}, adopt: async () => {}, list: async () => [] }),
    ...{ place: 'here', perMinute: 1, pagesKeptMs: 1 },
    store: { find: async () => [], mark: async () => {}, list: async () => [] },
    leases: { acquire: async () => ({}), idle: async () => {} },
    isOwnUrl: () => true,
    isOwnAccount: () => true,
    readAgain: () => assert.fail('nothing is read again'),
    onStoreError: (error) => assert.fail(`${error}`),
    onFault: (error) => assert.fail(`${error}`),
    egress: { close: async () => {} } as Egress,
    renderer: { close: async () => {} } as Renderer,
    ...options,
  })

const ANA = 'https://social.example.com/@ana'

/** A page of a profile with one post, as its server claims. */
const bodyOf = (handle: string, kind: ProfileKind, retrievedAt: string): PageBody => {
  const source = { kind: 'official_api', connection: null, retrievedAt } as const
  const post = { ...withServedMedia(buildPost({ id: '1', url: `${ANA}/1`, text: 'x' })), source }
  const profile = { ...buildProfile({ handle, url: ANA }), kind, source }
  return { platform: 'mastodon', handle, variant: 'posts', profile, posts: [post] }
}

test('a server is believed about its own profiles and posts alone, gone and back', async () => {
  const proxy = create({ isOwnUrl: (_, handle, url) => handle.endsWith(new URL(url).host) })
  const isGone = (path: string) => proxy.gone.has('mastodon', [subjectOf(ANA + path), NO_SUBJECT, NO_SUBJECT])
  const page = (handle: string, kind: ProfileKind, at = 0) => bodyOf(handle, kind, new Date(at).toISOString())
  proxy.loseProfile(page('ana@evil.example.com', 'community'), 'public')
  assert.deepEqual([isGone(''), isGone('/1')], [false, false])
  proxy.loseProfile(page('ana@social.example.com', 'list'), 'public')
  assert.deepEqual([isGone(''), isGone('/1')], [true, false])
  proxy.loseProfile(page('ana@social.example.com', 'community'), 'public')
  assert.deepEqual([isGone(''), isGone('/1')], [true, true])
  proxy.servePage(page('ana@evil.example.com', 'account', 2_000), { reach: 'public' })
  proxy.servePage(page('ana@social.example.com', 'account', 500), { reach: 'public' })
  proxy.servePage(page('ana@social.example.com', 'account', 2_000), { reach: 'cn_1' })
  assert.deepEqual([isGone(''), isGone('/1')], [true, true])
  proxy.servePage(page('ana@social.example.com', 'account', 2_000), { reach: 'public' })
  assert.deepEqual([isGone(''), isGone('/1')], [false, false])
})

test('a part of a page says nothing about the page', async () => {
  const proxy = create({})
  const teller = { platform: 'mastodon', reach: 'public' } as const
  const refusal = new Refused('absent', { about: 'post' })
  const isGone = (url: string) => proxy.gone.has('mastodon', [subjectOf(url), NO_SUBJECT, NO_SUBJECT])
  await proxy.notePost([`${ANA}#/2`, 'not a URL'], teller, { refusal })
  assert.deepEqual([isGone(ANA), isGone(`${ANA}/2`)], [false, false])
  await proxy.notePost([`${ANA}#/2`, `${ANA}/2`, `${ANA}/2/`], teller, { refusal })
  assert.deepEqual([isGone(ANA), isGone(`${ANA}/2`)], [false, true])
  await proxy.notePost([`${ANA}/2`], teller, { foundAt: 2_000 })
  assert.equal(isGone(`${ANA}/2`), false)
})

test('a slow home delays nobody who forgets an account, and the proxy closes when its copies are deleted', async () => {
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const home: MediaHome = {
    get: async () => undefined,
    put: async () => {},
    remove: async () => {},
    async *list() {
      await slow.promise
      order.push('listed')
      yield* []
    },
  }
  const proxy = create({ home })
  await proxy.forgetConnection('cn_1')
  order.push('forgotten')
  const closed = proxy.close().then(() => order.push('closed'))
  slow.resolve()
  await closed
  assert.deepEqual(order, ['forgotten', 'listed', 'closed'])
})
