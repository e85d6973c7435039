// The tests that every platform must pass, against its own simulator through the real egress. A platform's test file
// passes its simulator and spellings, and tests its own peculiarities itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import { findHandle } from '@central-api/service/scanning/find-handle.ts'
import { readerOf } from '@central-api/service/scanning/known-handles.ts'
import { noHandle } from '@central-api/service/scanning/no-handle.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import fc from 'fast-check'
import type { TObject } from 'typebox'
import { cachedPageSuite } from './cached-page-suite.ts'
import { type ConclusionTable, conclusionSuite } from './conclusion-suite.ts'
import { type CredentialCase, credentialSuite } from './credential-suite.ts'
import { type KindCases, kindSuite } from './kind-suite.ts'
import { mutationSuite } from './mutation-suite.ts'
import { isOwn, type OwnPostsCase, ownPostsSuite } from './own-posts-suite.ts'
import { isOfOwners, type ReportedError, refusalSuite, withOnly } from './refusal-suite.ts'
import type { SimulatedFailure, Simulator } from './simulator.ts'
import { createTestThreads } from './test-threads.ts'
import { createWalker, idsOf, type WalkedPage, type Walker } from './test-walker.ts'

export type PlatformCase<S extends TObject, Sim extends Simulator = Simulator> = {
  readonly platform: Platform<S>
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string>>
  /** A fresh simulator with at least 45 posts. */
  readonly start: () => Promise<Sim>
  /** Canonical handle → other spellings of it. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  readonly notHandles: readonly string[]
  /** Kind → texts that people paste for things that exist but cannot be scanned. Needs each kind that the platform
   * declares. */
  readonly unsupported?: Readonly<Record<string, readonly string[]>>
  readonly postUrls: readonly string[]
  readonly notPostUrls: readonly string[]
  /** What a client gets when one call of a scan is refused. */
  readonly conclusions: ConclusionTable
  /** Errors from the platform's documentation, and the codes that clients get. */
  readonly errors?: readonly ReportedError[]
  /** Settings with two credentials, if the platform takes credentials. */
  readonly credentials?: Omit<CredentialCase, 'platform' | 'start'>
  /** Connected accounts of its simulator, if a source returns posts only to their own account. */
  readonly ownPosts?: Omit<OwnPostsCase, 'platform' | 'start'>
  /** Cases of every kind that the platform declares besides accounts. */
  readonly kinds?: KindCases<Sim>
  /** Number of calls of a first and a later page. */
  readonly calls: { readonly first: number; readonly next: number }
  /** Source → handle of a profile that it serves, if it is not the simulator's usual one. */
  readonly handles?: Readonly<Record<string, string>>
  /** The codes of upstream failures that differ from the usual ones. */
  readonly failures?: Partial<Record<keyof typeof FAILURES, ErrorCode>>
}

const INVISIBLE = /^[ \t\n\u0085\u00a0\u3000\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{0,3}$/

/** `Retry-After` of a throttled upstream. */
const RETRY_AFTER_SECONDS = 7

const FAILURES = {
  throttled: [{ status: 429, headers: { 'retry-after': `${RETRY_AFTER_SECONDS}` } }, 'platform_rate_limited'],
  broken: [{ status: 500, body: 'Internal Server Error' }, 'platform_error'],
  overloaded: [{ status: 503, body: '<html>busy</html>' }, 'platform_error'],
  reset: ['reset', 'platform_error'],
  garbage: ['garbage', 'platform_error'],
  truncated: ['truncated', 'platform_error'],
  hang: ['hang', 'platform_timeout'],
} as const satisfies Record<string, readonly [SimulatedFailure, ErrorCode]>

/** Runs the suite. */
export const platformSuite = <S extends TObject, Sim extends Simulator>(subject: PlatformCase<S, Sim>) => {
  const { environment, errors, postUrls } = subject
  const platform = subject.platform as unknown as Platform

  describe(`${platform.id} as a platform`, () => {
    let simulator: Simulator
    let walker: Walker
    before(async () => {
      simulator = await subject.start()
      walker = createWalker(platform, environment, simulator)
    })
    after(async () => {
      await walker.close()
      await simulator.close()
    })

    test('its id, name, variants, settings and handles are well-formed', () => {
      assert.match(platform.id, /^[a-z][a-z0-9]{0,30}$/)
      assert.ok(platform.name.length > 0)
      for (const [variant, meaning] of Object.entries(platform.variants)) {
        assert.match(variant, /^[a-z_]{1,32}$/)
        assert.ok(meaning.length > 3, variant)
      }
      for (const [name, schema] of Object.entries(platform.settings.properties)) {
        assert.match(name, new RegExp(`^(${platform.id.toUpperCase()}|META)_[A-Z0-9_]+$`))
        assert.ok('description' in schema, `${name} has a description`)
      }
      const canonical = platform.canonicalize(platform.handles[0])
      for (const handle of platform.handles) assert.equal(platform.canonicalize(handle), canonical, handle)
    })

    test('every spelling of a handle has one canonical form, which is its own canonical form', () => {
      for (const [canonical, spellings] of Object.entries(subject.spellings)) {
        for (const spelling of [canonical, ...spellings])
          assert.equal(findHandle(readerOf(platform), spelling), canonical, spelling)
      }
    })

    test('white space and invisible characters around a handle are ignored', () => {
      const all = Object.entries(subject.spellings).flatMap(([canonical, others]) =>
        others.map((other) => [canonical, other] as const),
      )
      fc.assert(
        fc.property(fc.constantFrom(...all), fc.stringMatching(INVISIBLE), ([canonical, spelling], around) => {
          assert.equal(findHandle(readerOf(platform), around + spelling + around), canonical)
        }),
      )
    })

    test('canonicalize returns undefined for near misses and never throws', () => {
      for (const input of ['', ' ', ...subject.notHandles]) assert.equal(platform.canonicalize(input), undefined, input)
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 512 }), (input) => {
          const canonical = platform.canonicalize(input)
          assert.ok(canonical === undefined || platform.canonicalize(canonical) === canonical)
        }),
      )
    })

    test('the error for something that cannot be scanned has its kind and a sentence', () => {
      const { unsupported: examples = {}, spellings, notHandles } = subject
      assert.deepEqual(Object.keys(examples).toSorted(), Object.keys(platform.unsupported?.urls ?? {}).toSorted())
      for (const [kind, texts] of Object.entries(examples)) {
        for (const text of texts) {
          assert.equal(findHandle(readerOf(platform), text), undefined, text)
          const { code, details, message } = noHandle(platform, text)
          assert.deepEqual([code, details], ['profile_unsupported', { kind }], text)
          assert.match(message, /^This is (?:an?|the) [^.]+\. \S[^.]*\.$/)
        }
      }
      for (const text of ['', ' ', '#', `https://${'a/'.repeat(200)}`]) {
        assert.equal(noHandle(platform, text).code, 'handle_malformed', text)
      }
      for (const text of [...Object.keys(spellings), ...notHandles, ...postUrls]) {
        assert.doesNotThrow(() => noHandle(platform, text), text)
      }
      for (const url of postUrls) assert.equal(noHandle(platform, url).code, 'handle_malformed', url)
    })

    test('URLs of posts are recognized, near misses are not', () => {
      for (const url of postUrls) {
        const found = findPost(platform.posts, url)
        assert.ok(found, url)
        const own = findPost(platform.posts, found.url)
        assert.deepEqual(own?.url, found.url, 'the canonical URL is its own canonical URL')
        // Other forms may have additional parts.
        assert.deepEqual({ ...found.match, ...own?.match }, found.match)
      }
      for (const url of subject.notPostUrls) assert.equal(findPost(platform.posts, url), undefined, url)
    })

    test('a walk to the end returns every post once, in order, in the normalized form', async () => {
      const pages = await walker.walk()
      for (const page of pages) {
        assert.ok(page.posts.length <= 20)
        assert.deepEqual(page.profile, pages[0]?.profile)
      }
      assert.deepEqual(idsOf(pages), simulator.ids())
      const places = pages.flatMap(({ posts }) => posts.flatMap((post) => (post.repostOf ? [] : (post.url ?? []))))
      assert.equal(new Set(places).size, places.length, 'each has its own URL')
    })

    test('every variant returns posts in the normalized form', async () => {
      // The walker checks every page.
      for (const variant of Object.keys(platform.variants)) await walker.walk({ variant })
    })

    test('posts that arrive during a walk neither repeat nor hide a post', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat({ max: 25 }), { maxLength: 4 }),
          fc.integer({ min: 7, max: 20 }),
          async (arrivals, limit) => {
            const expected = simulator.ids()
            const pages = await walker.walk({ limit }, (page) => simulator.publish(arrivals[page - 1] ?? 0))
            assert.deepEqual(idsOf(pages), expected)
          },
        ),
        { numRuns: 4 },
      )
    })

    test('a missing profile is profile_not_found', async () => {
      await assert.rejects(walker.page({ handle: simulator.missing }), (error) =>
        isApiError(error, 'profile_not_found'),
      )
    })

    test('a profile that is not public is profile_private', async () => {
      const { hidden } = simulator
      if (hidden === undefined) return
      await assert.rejects(walker.page({ handle: hidden }), (error) => isApiError(error, 'profile_private'))
    })

    for (const [name, [failure, plain]] of Object.entries(FAILURES)) {
      const expected = subject.failures?.[name as keyof typeof FAILURES] ?? plain
      test(`the upstream failure “${name}” is ${expected}`, async () => {
        const simulated = await subject.start()
        const own = createWalker(platform, environment, simulated)
        try {
          simulated.failNext(failure, 50)
          await assert.rejects(own.page({ deadlineMs: failure === 'hang' ? 200 : 5_000 }), (error) => {
            assert.ok(isApiError(error, expected), String(error))
            if (expected === 'platform_rate_limited') assert.equal(error.retryAfterSeconds, RETRY_AFTER_SECONDS)
            return true
          })
        } finally {
          await own.close()
          await simulated.close()
        }
      })
    }

    test('a page takes the declared number of calls, and a walk reads nothing twice', async () => {
      const simulated = await subject.start()
      const own = createWalker(platform, environment, simulated)
      try {
        const process = own.start()
        const first = await own.page({}, process)
        const atFirst = simulated.calls()
        await own.page({ after: first.next }, process)
        assert.deepEqual({ first: atFirst, next: simulated.calls() - atFirst }, subject.calls)
      } finally {
        await own.close()
        await simulated.close()
      }
    })

    for (const source of platform.sources.filter((each) => !isOfOwners(platform, each))) {
      test(`only its source “${source.id}” returns pages in the normalized form, with each post once`, async () => {
        const alone = createWalker(withOnly(platform, source), environment, simulator)
        try {
          const handle = subject.handles?.[source.id]
          const pages = await alone.walk(handle === undefined ? {} : { handle })
          const ids = idsOf(pages)
          assert.ok(ids.length > 0)
          assert.equal(new Set(ids).size, ids.length)
          assert.ok(pages.some(({ posts }) => posts.some(({ url }) => url !== null)))
        } finally {
          await alone.close()
        }
      })
    }

    for (const source of platform.sources.filter((each) => !isOfOwners(platform, each))) {
      test(`its source “${source.id}” returns the same on a worker thread, with the same calls`, async () => {
        const at = Date.now()
        const now = () => at
        const only = withOnly(platform, source)
        const threads = createTestThreads(only)
        const handle = subject.handles?.[source.id]
        const walks: { readonly pages: readonly WalkedPage[]; readonly calls: number }[] = []
        for (const options of [{ now }, { now, threads }]) {
          const own = createWalker(only, environment, simulator, options)
          const before = simulator.calls()
          try {
            const pages = await own.walk(handle === undefined ? {} : { handle })
            walks.push({ pages, calls: simulator.calls() - before })
          } finally {
            await own.close()
          }
        }
        const [onMain, onThread] = walks
        assert.deepEqual(onThread, onMain)
        // Sources whose cost depends on the response, and those without calls, are not read on a thread.
        assert.ok(threads.jobs() > 0 || ['x', 'sandbox'].includes(platform.id))
      })
    }

    test('when a response says that no calls are left, no call is made until the reset, and retryAfterSeconds is that time', async () => {
      const simulated = await subject.start()
      const [best = assert.fail()] = platform.sources
      // With an optional credential, unsigned calls would go on.
      const settings = typeof best.credential === 'object' ? {} : environment
      const own = createWalker(withOnly(platform, best), settings, simulated)
      try {
        await own.page({})
        // The calls for tokens are not repeated.
        const calls = simulated.calls() - (simulated.exchanges?.() ?? 0)
        const limitHeaders = (left: string) => ({
          'ratelimit-limit': '100',
          'ratelimit-remaining': left,
          'ratelimit-reset': '600',
        })
        simulated.dressFrom(1, limitHeaders('50'))
        simulated.dressFrom(calls, limitHeaders('0'))
        const process = own.start()
        await own.page({}, process)
        const before = simulated.calls()
        await assert.rejects(own.page({}, process), (error) => {
          assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
          assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 600) <= 2, String(error.retryAfterSeconds))
          return true
        })
        assert.equal(simulated.calls(), before)
      } finally {
        await own.close()
        await simulated.close()
      }
    })

    mutationSuite({ platform, environment, start: subject.start, postUrls })
    refusalSuite({
      ...{ platform, environment, postUrls, start: subject.start },
      ...(subject.handles && { handles: subject.handles }),
      ...(errors && { errors }),
    })
    conclusionSuite({ ...{ platform, environment }, start: subject.start, table: subject.conclusions })
    cachedPageSuite({
      platform,
      environment,
      start: subject.start,
      ...(subject.handles && { handles: subject.handles }),
    })
    kindSuite({
      ...{ platform, environment, spellings: subject.spellings, start: subject.start },
      cases: subject.kinds ?? {},
    })
    if (subject.credentials) credentialSuite({ platform, start: subject.start, ...subject.credentials })
    if (subject.ownPosts) ownPostsSuite({ platform, start: subject.start, ...subject.ownPosts })
    test('a platform whose sources return only own posts tests that with ownPosts', () => {
      assert.equal(subject.ownPosts !== undefined, platform.sources.some(isOwn))
    })
  })
}
