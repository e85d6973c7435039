import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DAY_MS,
  FRESH_MS,
  jsonResponse,
  MINUTE_MS,
  rejectsWith,
  respondingWith,
  type StubEgress,
  startEngine,
  statusResponse,
  stub,
  stubReading,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import type { EgressResponse } from '../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { jsonObject } from '../parsing/json-value.ts'
import { buildPost, buildProfile } from '../post/build-post.ts'
import { copyBytes } from '../runtime/event-loop/owned-bytes.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import { DOUBT_MS, profileSubject } from './gone-profiles.ts'

const [api] = stub.sources
assert.ok(api)

/** The stub with an error format of its own: `{ error }`. */
const OWN: Platform = {
  ...stub,
  sources: [
    {
      ...api,
      refusals: [
        { at: 'error', is: 'gone', means: 'absent', example: { status: 404, body: { error: 'gone' } } },
        { at: 'error', is: 'private', means: 'hidden', example: { status: 403, body: { error: 'private' } } },
      ],
    },
  ],
}
const own = (error: 'gone' | 'private') => () => ({ ...jsonResponse({ error }), status: error === 'gone' ? 404 : 403 })
const plain = (status: number) => () => statusResponse(status)

test('when the platform says that a profile is gone or private, returns that and serves no cached page until there is a new one', async () => {
  for (const [error, code] of [
    ['gone', 'profile_not_found'],
    ['private', 'profile_private'],
  ] as const) {
    const { clock, store, egress, pages, scanOf, calls } = startEngine({ platform: OWN })
    await pages.get(scanOf())
    egress.response = own(error)
    clock.advance(DAY_MS)
    await rejectsWith(pages.get(scanOf()), code)
    await pages.idle()
    assert.equal(store.puts, 1)
    const before = calls()
    clock.advance(47_000)
    await rejectsWith(pages.get(scanOf()), code)
    assert.equal(calls(), before)
    clock.advance(13_000)
    egress.response = plain(500)
    await rejectsWith(pages.get(scanOf()), 'platform_error')
    clock.advance(15_000)
    egress.response = respondingWith('back')
    const got = await pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got)], ['miss', 'back'])
  }
})

test('once a profile is known to be gone, its pages are no longer served, on any variant and in any process', async () => {
  const { clock, store, egress, pages, scanOf, gone } = startEngine({ platform: OWN })
  const other = startEngine({ platform: OWN, clock, store, owner: 'other' })
  for (const engine of [{ pages }, other]) await engine.pages.get(scanOf())
  await pages.get(scanOf('name', undefined, 'media'))
  await pages.idle()
  egress.response = own('gone')
  clock.advance(FRESH_MS)
  assert.equal(pages.peek(scanOf())?.cache, 'stale', 'not known yet')
  await pages.idle()
  for (const variant of ['posts', 'media']) {
    assert.equal(pages.peek(scanOf('name', undefined, variant)), undefined)
    await rejectsWith(pages.get(scanOf('name', undefined, variant)), 'profile_not_found')
  }
  await other.gone.reload('stub\nname')
  assert.equal(other.pages.peek(scanOf()), undefined)
  assert.ok(gone.has(profileSubject({ platform: 'stub', handle: 'name', reach: 'public' }), clock.now()))
})

test('when the platform returns the profile again, older pages are served again, in every process and after a restart', async () => {
  for (const error of ['gone', 'private'] as const) {
    const { clock, store, egress, pages, scanOf } = startEngine({ platform: OWN })
    const later = scanOf('name', 'position')
    for (const scan of [scanOf(), later]) await pages.get(scan)
    egress.response = own(error)
    clock.advance(DAY_MS)
    await rejectsWith(pages.get(scanOf()), error === 'gone' ? 'profile_not_found' : 'profile_private')
    await assert.rejects(pages.get(later))
    clock.advance(MINUTE_MS + 13_000)
    egress.response = respondingWith('back')
    assert.equal(textOf(await pages.get(scanOf())), 'back')
    await pages.idle()
    egress.response = plain(500)
    assert.equal((await pages.get(later)).cache, 'stale', error)
    const restarted = startEngine({ platform: OWN, clock, store })
    restarted.egress.response = plain(500)
    assert.equal((await restarted.pages.get(later)).cache, 'stale', error)
  }
})

test('a refused variant or later page says nothing about the profile, and only that page ends', async () => {
  const media = ['name', undefined, 'media'] as const
  const later = ['name', 'position'] as const
  for (const refused of [media, later]) {
    const { clock, egress, pages, scanOf } = startEngine({ platform: OWN })
    for (const each of [['name'], media, later] as const) await pages.get(scanOf(...each))
    clock.advance(DAY_MS)
    egress.response = own('private')
    await rejectsWith(pages.get(scanOf(...refused)), 'profile_private')
    egress.response = plain(500)
    for (const each of [['name'], media, later] as const) {
      const got = pages.get(scanOf(...each))
      if (each === refused) await rejectsWith(got, 'profile_private')
      else assert.equal((await got).cache, 'stale')
    }
    clock.advance(MINUTE_MS + 13_000)
    await rejectsWith(pages.get(scanOf(...refused)), 'platform_error')
  }
})

test('a plain 404 ends cached pages when it is repeated hours later, and not before', async () => {
  const { clock, store, egress, pages, scanOf } = startEngine()
  const scans = [scanOf(), scanOf('name', undefined, 'media'), scanOf('name', 'position')]
  for (const scan of scans) await pages.get(scan)
  egress.response = plain(404)
  clock.advance(DAY_MS)
  for (const hours of [0, 1, 2, 5]) {
    assert.equal((await pages.get(scanOf())).cache, 'stale', `after ${hours} h`)
    clock.advance(hours === 5 ? 0 : 60 * MINUTE_MS)
  }
  await pages.idle()
  // Another process receives it again, after a restart of the first.
  const restarted = startEngine({ clock, store, owner: 'other' })
  restarted.egress.response = plain(404)
  clock.advance(DOUBT_MS - 3 * 60 * MINUTE_MS - 1)
  assert.equal((await restarted.pages.get(scanOf())).cache, 'stale')
  clock.advance(MINUTE_MS + 13_000)
  for (const scan of scans) await rejectsWith(restarted.pages.get(scan), 'profile_not_found')
})

test('a 410 of an API for all profiles means the endpoint, and ends no cached page', async () => {
  const { clock, egress, pages, scanOf } = startEngine()
  await pages.get(scanOf())
  egress.response = plain(410)
  for (let day = 0; day < 3; day += 1) {
    clock.advance(DAY_MS)
    assert.equal((await pages.get(scanOf())).cache, 'stale')
  }
})

test('after a successful read in between, the next plain 404 counts as the first one', async () => {
  const { clock, egress, pages, scanOf } = startEngine()
  await pages.get(scanOf())
  for (let day = 0; day < 5; day += 1) {
    clock.advance(DAY_MS)
    egress.response = plain(404)
    assert.equal((await pages.get(scanOf())).cache, 'stale')
    clock.advance(DOUBT_MS)
    egress.response = respondingWith('there')
    assert.equal((await pages.get(scanOf('name', undefined, 'media'))).cache, 'miss', 'another variant suffices')
  }
})

test('a plain 404 without a cached page is profile_not_found', async () => {
  const { egress, pages, scanOf } = startEngine()
  egress.response = plain(404)
  await rejectsWith(pages.get(scanOf()), 'profile_not_found')
})

test('weak evidence never ends a cached page, however often it is repeated', async () => {
  let isWell = true
  const platform = stubReading(async () => {
    if (isWell) return { posts: [], next: undefined }
    throw new Refused('absent', { evidence: 'none' })
  })
  const { clock, pages, scanOf } = startEngine({ platform })
  await pages.get(scanOf())
  isWell = false
  for (let day = 0; day < 28; day += 1) {
    clock.advance(DAY_MS)
    assert.equal((await pages.get(scanOf())).cache, 'stale')
  }
  await rejectsWith(pages.get(scanOf('other')), 'profile_not_found')
})

const FEED = 'https://feed.stub.example/'

/** The stub, whose API may be closed to unsigned calls, with a feed that serves `posts` only. */
const WITH_FEED: Platform = {
  ...stub,
  sources: [
    {
      ...api,
      refusals: [
        { status: 401, at: 'error', means: 'closed', example: { status: 401, body: { error: 'sign in' } } },
        { status: 418, means: 'credential_refused', example: { status: 418, body: '' } },
      ],
    },
    {
      ...api,
      id: 'feed',
      provenance: 'feed',
      variants: ['posts'],
      account: async ({ send, handle }) => {
        await send({ url: FEED })
        return { id: handle, profile: buildProfile({ handle }), keep: undefined }
      },
      async posts({ send }) {
        const { text } = jsonObject((await send({ url: FEED })).json())
        return { posts: [buildPost({ id: '1', kind: 'text', text: String(text) })], next: undefined }
      },
    },
  ],
}

const closed = { ...jsonResponse({ error: 'sign in' }), status: 401 }
const answeringBoth =
  (ofApi: EgressResponse, ofFeed: EgressResponse | ErrorCode): StubEgress['response'] =>
  ({ url }) => {
    const response = String(url) === FEED ? ofFeed : ofApi
    if (typeof response === 'string') throw new ApiError(response)
    // The service frees the bodies that it gets.
    return { ...response, body: copyBytes(response.body) }
  }

/** How a feed fails after a closed API → the code when nothing is cached. */
const FEED_FAILURES: readonly (readonly [EgressResponse | ErrorCode, ErrorCode])[] = [
  [statusResponse(429, { 'retry-after': '40' }), 'platform_rate_limited'],
  ...[401, 403, 451, 500, 502, 503, 521].map((status) => [statusResponse(status), 'platform_error'] as const),
  [{ ...jsonResponse({}), body: copyBytes(Buffer.from('<!doctype html>')) }, 'platform_error'],
  ['link_unreachable', 'platform_error'],
  ['link_timeout', 'platform_timeout'],
  [statusResponse(404), 'profile_private'],
  [statusResponse(410), 'profile_private'],
]

for (const [ofFeed, code] of FEED_FAILURES) {
  const name = typeof ofFeed === 'string' ? ofFeed : `${ofFeed.status} ${ofFeed.body}`
  test(`after a closed API, a feed that fails with ${name} leaves the cached page, or is ${code}`, async () => {
    const { clock, egress, pages, scanOf } = startEngine({ platform: WITH_FEED })
    egress.response = answeringBoth(closed, jsonResponse({ text: 'feed' }))
    assert.equal(textOf(await pages.get(scanOf())), 'feed')
    egress.response = answeringBoth(closed, ofFeed)
    clock.advance(DAY_MS)
    const got = await pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got)], ['stale', 'feed'])
    await assert.rejects(pages.get(scanOf('other')), (error) => {
      assert.ok(isApiError(error, code), String(error))
      if (code === 'platform_rate_limited') assert.equal(error.retryAfterSeconds, 40)
      return true
    })
  })
}

test('after a refused credential, reports the credential, whatever the feed returns', async () => {
  for (const ofFeed of [statusResponse(404), statusResponse(500), statusResponse(429)]) {
    const { egress, pages, scanOf } = startEngine({ platform: WITH_FEED })
    egress.response = answeringBoth(statusResponse(418), ofFeed)
    await rejectsWith(pages.get(scanOf()), 'platform_unauthorized')
  }
})

test('a variant that the feed does not serve is private alone, and the profile is still served', async () => {
  const { clock, egress, pages, scanOf } = startEngine({ platform: WITH_FEED })
  egress.response = answeringBoth(closed, jsonResponse({ text: 'feed' }))
  await pages.get(scanOf())
  await rejectsWith(pages.get(scanOf('name', undefined, 'media')), 'profile_private')
  assert.equal((await pages.get(scanOf())).cache, 'hit')
  clock.advance(DAY_MS)
  assert.equal((await pages.get(scanOf())).cache, 'miss')
})
