// What every platform must hold, run against its own simulator through the real egress. A platform's test file names its
// simulator and its spellings; what is special about the platform it tests itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import { findHandle } from '@central-api/service/scanning/find-handle.ts'
import { noHandle } from '@central-api/service/scanning/no-handle.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import fc from 'fast-check'
import type { TObject } from 'typebox'
import { heldPageSuite } from './cached-page-suite.ts'
import { type ConclusionTable, conclusionSuite } from './conclusion-suite.ts'
import { type CredentialCase, credentialSuite } from './credential-suite.ts'
import { mutationSuite } from './mutation-suite.ts'
import { isOwn, type OwnPostsCase, ownPostsSuite } from './own-posts-suite.ts'
import { type ReportedError, refusalSuite, withOnly } from './refusal-suite.ts'
import type { SimulatedFailure, Simulator } from './simulator.ts'
import { createTestThreads } from './test-threads.ts'
import { createWalker, idsOf, type WalkedPage, type Walker } from './test-walker.ts'

export type PlatformCase<S extends TObject> = {
  readonly platform: Platform<S>
  /** Settings, as in the environment. */
  readonly environment: Readonly<Record<string, string>>
  /** A fresh simulator with at least 45 posts. */
  readonly start: () => Promise<Simulator>
  /** Canonical handle → other spellings of it. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  readonly notHandles: readonly string[]
  /** Kind → what people paste of what is there and cannot be scanned: of each kind that the platform declares. */
  readonly unsupported?: Readonly<Record<string, readonly string[]>>
  readonly postUrls: readonly string[]
  readonly notPostUrls: readonly string[]
  /** What is concluded where one call of a scan is refused. */
  readonly conclusions: ConclusionTable
  /** Errors as the platform's documentation has them, and what a client is told. */
  readonly errors?: readonly ReportedError[]
  /** Settings with two credentials, where the platform takes some. */
  readonly credentials?: Omit<CredentialCase, 'platform' | 'start'>
  /** Accounts of its simulator that are connected, where a source tells accounts their own posts alone. */
  readonly ownPosts?: Omit<OwnPostsCase, 'platform' | 'start'>
  /** Calls that a first and a later page of one walk cost. */
  readonly calls: { readonly first: number; readonly next: number }
  /** Source → the handle of a profile that it serves, where that is not the simulator's usual one. */
  readonly handles?: Readonly<Record<string, string>>
  /** What a fault of the upstream becomes, where it is not the plain reading. */
  readonly failures?: Partial<Record<keyof typeof FAILURES, ErrorCode>>
}

const UNSEEN = /^[ \t\n\u0085\u00a0\u3000\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{0,3}$/

/** How long the throttled one asks to be left alone. */
const PATIENCE_SECONDS = 7

const FAILURES = {
  throttled: [{ status: 429, headers: { 'retry-after': `${PATIENCE_SECONDS}` } }, 'platform_rate_limited'],
  broken: [{ status: 500, body: 'Internal Server Error' }, 'platform_error'],
  overloaded: [{ status: 503, body: '<html>busy</html>' }, 'platform_error'],
  reset: ['reset', 'platform_error'],
  garbage: ['garbage', 'platform_error'],
  truncated: ['truncated', 'platform_error'],
  hang: ['hang', 'platform_timeout'],
} as const satisfies Record<string, readonly [SimulatedFailure, ErrorCode]>

/** Runs the suite. */
export const platformSuite = <S extends TObject>(subject: PlatformCase<S>) => {
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

    test('says what it is in words that the documents can show', () => {
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

    test('every spelling of a handle has one canonical form, which is its own', () => {
      for (const [canonical, spellings] of Object.entries(subject.spellings)) {
        for (const spelling of [canonical, ...spellings])
          assert.equal(findHandle(platform.canonicalize, spelling), canonical, spelling)
      }
    })

    test('white space and unseen marks around a handle change nothing', () => {
      const all = Object.entries(subject.spellings).flatMap(([canonical, others]) =>
        others.map((other) => [canonical, other] as const),
      )
      fc.assert(
        fc.property(fc.constantFrom(...all), fc.stringMatching(UNSEEN), ([canonical, spelling], around) => {
          assert.equal(findHandle(platform.canonicalize, around + spelling + around), canonical)
        }),
      )
    })

    test('what is no handle is told apart, and no input makes it throw', () => {
      for (const input of ['', ' ', ...subject.notHandles]) assert.equal(platform.canonicalize(input), undefined, input)
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 512 }), (input) => {
          const canonical = platform.canonicalize(input)
          assert.ok(canonical === undefined || platform.canonicalize(canonical) === canonical)
        }),
      )
    })

    test('what the service cannot scan is told by its kind, with a sentence', () => {
      const { unsupported: examples = {}, spellings, notHandles } = subject
      assert.deepEqual(Object.keys(examples).toSorted(), Object.keys(platform.unsupported?.urls ?? {}).toSorted())
      for (const [kind, texts] of Object.entries(examples)) {
        for (const text of texts) {
          assert.equal(findHandle(platform.canonicalize, text), undefined, text)
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

    test('addresses of posts are known, near misses are not', () => {
      for (const address of postUrls) {
        const found = findPost(platform.posts, address)
        assert.ok(found, address)
        const own = findPost(platform.posts, found.url)
        assert.deepEqual(own?.url, found.url, 'its own form is its own')
        // Other forms may name more than is needed.
        assert.deepEqual({ ...found.match, ...own?.match }, found.match)
      }
      for (const address of subject.notPostUrls) assert.equal(findPost(platform.posts, address), undefined, address)
    })

    test('a walk to the end finds every post once, in order, in the normalized form', async () => {
      const pages = await walker.walk()
      for (const page of pages) {
        assert.ok(page.posts.length <= 20)
        assert.deepEqual(page.profile, pages[0]?.profile)
      }
      assert.deepEqual(idsOf(pages), simulator.ids())
      const places = pages.flatMap(({ posts }) => posts.flatMap((post) => (post.repostOf ? [] : (post.url ?? []))))
      assert.equal(new Set(places).size, places.length, 'each has an address of its own')
    })

    test('every variant answers in the normalized form', async () => {
      // The walker lets no page through that is not.
      for (const variant of Object.keys(platform.variants)) await walker.walk({ variant })
    })

    test('new posts that arrive while a client pages make no post come twice and none be skipped', async () => {
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

    test('a handle that nobody has is profile_not_found', async () => {
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
      test(`an upstream that is ${name} gives ${expected}`, async () => {
        const simulated = await subject.start()
        const asker = createWalker(platform, environment, simulated)
        try {
          simulated.failNext(failure, 50)
          await assert.rejects(asker.page({ deadlineMs: failure === 'hang' ? 200 : 5_000 }), (error) => {
            assert.ok(isApiError(error, expected), String(error))
            if (expected === 'platform_rate_limited') assert.equal(error.retryAfterSeconds, PATIENCE_SECONDS)
            return true
          })
        } finally {
          await asker.close()
          await simulated.close()
        }
      })
    }

    test('a page costs the calls that it should, and what a walk has read once is not read again', async () => {
      const simulated = await subject.start()
      const asker = createWalker(platform, environment, simulated)
      try {
        const process = asker.start()
        const first = await asker.page({}, process)
        const atFirst = simulated.calls()
        await asker.page({ after: first.next }, process)
        assert.deepEqual({ first: atFirst, next: simulated.calls() - atFirst }, subject.calls)
      } finally {
        await asker.close()
        await simulated.close()
      }
    })

    for (const source of platform.sources) {
      test(`its source “${source.id}” alone gives pages in the normalized form, each post once`, async () => {
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

    for (const source of platform.sources) {
      test(`its source “${source.id}” reads on a thread what it reads here, with the same calls`, async () => {
        const at = Date.now()
        const now = () => at
        const only = withOnly(platform, source)
        const threads = createTestThreads(only)
        const handle = subject.handles?.[source.id]
        const walks: { readonly pages: readonly WalkedPage[]; readonly calls: number }[] = []
        for (const options of [{ now }, { now, threads }]) {
          const asker = createWalker(only, environment, simulator, options)
          const before = simulator.calls()
          try {
            const pages = await asker.walk(handle === undefined ? {} : { handle })
            walks.push({ pages, calls: simulator.calls() - before })
          } finally {
            await asker.close()
          }
        }
        const [here, there] = walks
        assert.deepEqual(there, here)
        // What is paid by what it tells, and what needs no answer, is read here.
        assert.ok(threads.jobs() > 0 || ['x', 'sandbox'].includes(platform.id))
      })
    }

    test('when an answer says that nothing is left, nobody is asked until the reset, and the reset is told', async () => {
      const simulated = await subject.start()
      const [best = assert.fail()] = platform.sources
      const asker = createWalker(withOnly(platform, best), environment, simulated)
      try {
        await asker.page({})
        // What was asked for a token is not asked again.
        const calls = simulated.calls() - (simulated.exchanges?.() ?? 0)
        const reported = (left: string) => ({
          'ratelimit-limit': '100',
          'ratelimit-remaining': left,
          'ratelimit-reset': '600',
        })
        simulated.dressFrom(1, reported('50'))
        simulated.dressFrom(calls, reported('0'))
        const process = asker.start()
        await asker.page({}, process)
        const before = simulated.calls()
        await assert.rejects(asker.page({}, process), (error) => {
          assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
          assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 600) <= 2, String(error.retryAfterSeconds))
          return true
        })
        assert.equal(simulated.calls(), before)
      } finally {
        await asker.close()
        await simulated.close()
      }
    })

    mutationSuite({ platform, environment, start: subject.start, postUrls })
    refusalSuite({ ...{ platform, environment, postUrls }, start: subject.start, ...(errors && { errors }) })
    conclusionSuite({ ...{ platform, environment }, start: subject.start, table: subject.conclusions })
    heldPageSuite({ platform, environment, start: subject.start, ...(subject.handles && { handles: subject.handles }) })
    if (subject.credentials) credentialSuite({ platform, start: subject.start, ...subject.credentials })
    if (subject.ownPosts) ownPostsSuite({ platform, start: subject.start, ...subject.ownPosts })
    test('where accounts are told their own posts alone, that is tried', () => {
      assert.equal(subject.ownPosts !== undefined, platform.sources.some(isOwn))
    })
  })
}
