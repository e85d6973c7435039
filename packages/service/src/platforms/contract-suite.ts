// What every platform must hold, run against its own simulator through the real egress. A platform's test file names its
// simulator and its spellings; what is special about the platform it tests itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Static, TObject } from 'typebox'
import { parseAllowList } from '../egress/allow-list.ts'
import { createEgress } from '../egress/create-egress.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import { assertNormalized } from '../post/normalized-suite.ts'
import type { PageRequest, Platform, PlatformPage, PlatformPostAnswer } from './platform.ts'
import { createPlatformHttp } from './platform-http.ts'
import type { SimulatedFailure, Simulator } from './simulator.ts'

export type PlatformCase<S extends TObject> = {
  readonly platform: Platform<S>
  readonly settings: Static<S>
  /** A fresh simulator with at least 45 posts. */
  readonly start: () => Promise<Simulator>
  /** Canonical handle → other spellings of it. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  readonly notHandles: readonly string[]
  readonly postUrls: readonly string[]
  readonly notPostUrls: readonly string[]
  /** What a fault of the upstream becomes, where it is not the plain reading. */
  readonly failures?: Partial<Record<keyof typeof FAILURES, ErrorCode>>
}

const FAILURES = {
  throttled: [{ status: 429, headers: { 'retry-after': '7' } }, 'platform_rate_limited'],
  broken: [{ status: 500, body: 'Internal Server Error' }, 'platform_error'],
  overloaded: [{ status: 503, body: '<html>busy</html>' }, 'platform_error'],
  reset: ['reset', 'platform_error'],
  garbage: ['garbage', 'platform_error'],
  truncated: ['truncated', 'platform_error'],
  hang: ['hang', 'platform_timeout'],
} as const satisfies Record<string, readonly [SimulatedFailure, ErrorCode]>

type Ask = { handle?: string; variant?: string; after?: string | undefined; limit?: number; deadlineMs?: number }

/** Asks a platform for pages of one simulator, each walk with a memory of its own. */
export const createWalker = <S extends TObject>(subject: Platform<S>, settings: Static<S>, simulator: Simulator) => {
  const egress = createEgress({ allow: parseAllowList(new URL(simulator.origin).host) })
  const contextOf = (deadlineMs: number, memory: Map<string, Promise<unknown>>) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const http = createPlatformHttp({ egress, baseUrl: simulator.origin, remainingMs: () => deadlineMs, signal })
    const memo = <T>(key: string, load: () => Promise<T>): Promise<T> => {
      const held = memory.get(key) ?? load()
      memory.set(key, held)
      return held as Promise<T>
    }
    return { http, settings, now: Date.now, memo }
  }
  const page = (ask: Ask, memory = new Map<string, Promise<unknown>>()): Promise<PlatformPage> => {
    const { handle = simulator.handle, variant = 'posts', after: position, limit = 20, deadlineMs = 5_000 } = ask
    const request: PageRequest<Static<S>> = {
      ...contextOf(deadlineMs, memory),
      handle,
      variant,
      after: position,
      limit,
      wait: async () => {},
    }
    return subject.page(request)
  }
  /** One post by its address, as `postUrls` match it. */
  const post = (address: string): Promise<PlatformPostAnswer> => {
    const match = subject.postUrls
      .map((pattern) => pattern.exec(address)?.groups)
      .find((groups) => groups !== undefined)
    assert.ok(match && subject.post, `${address} is no address of a post`)
    return subject.post({ ...contextOf(5_000, new Map()), url: new URL(address), match })
  }
  /** Every page to the end; `between` runs before each page but the first. */
  const walk = async (ask: Ask = {}, between: (page: number) => void = () => {}): Promise<PlatformPage[]> => {
    const memory = new Map<string, Promise<unknown>>()
    const pages = [await page(ask, memory)]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
      assert.ok(pages.length < 500, 'the walk does not end')
      between(pages.length)
      pages.push(await page({ ...ask, after: next }, memory))
    }
    return pages
  }
  return { page, walk, post, close: () => egress.close() }
}

/** The ids of all posts of a walk, in their order. */
export const idsOf = (pages: readonly PlatformPage[]) => pages.flatMap(({ posts }) => posts.map(({ id }) => id))

/** Runs the suite. */
export const platformSuite = <S extends TObject>(subject: PlatformCase<S>) => {
  const { platform, settings } = subject

  describe(`${platform.id} as a platform`, () => {
    let simulator: Simulator
    let walker: ReturnType<typeof createWalker<S>>
    before(async () => {
      simulator = await subject.start()
      walker = createWalker(platform, settings, simulator)
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
          assert.equal(platform.canonicalize(spelling), canonical, spelling)
      }
    })

    test('white space around a handle changes nothing', () => {
      const all = Object.entries(subject.spellings).flatMap(([canonical, others]) =>
        others.map((other) => [canonical, other] as const),
      )
      fc.assert(
        fc.property(fc.constantFrom(...all), fc.stringMatching(/^[ \t]{0,3}$/), ([canonical, spelling], space) => {
          assert.equal(platform.canonicalize(space + spelling + space), canonical)
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

    test('addresses of posts are known, near misses are not', () => {
      const matches = (url: string) => platform.postUrls.some((pattern) => pattern.test(url))
      for (const url of subject.postUrls) assert.ok(matches(url), url)
      for (const url of subject.notPostUrls) assert.ok(!matches(url), url)
      for (const pattern of platform.postUrls)
        assert.ok(!pattern.global && !pattern.sticky, `${pattern} keeps no state`)
    })

    test('a walk to the end finds every post once, in order, in the normalized form', async () => {
      const pages = await walker.walk()
      for (const page of pages) {
        assert.ok(page.posts.length <= 20)
        assertNormalized(page)
        assert.deepEqual(page.profile, pages[0]?.profile)
      }
      assert.deepEqual(idsOf(pages), simulator.ids())
    })

    test('every variant answers in the normalized form', async () => {
      for (const variant of Object.keys(platform.variants)) {
        for (const page of await walker.walk({ variant })) assertNormalized(page)
      }
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
        { numRuns: 12 },
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
        const asker = createWalker(platform, settings, simulated)
        try {
          simulated.failNext(failure, 50)
          await assert.rejects(asker.page({ deadlineMs: failure === 'hang' ? 200 : 5_000 }), (error) => {
            assert.ok(isApiError(error, expected), String(error))
            return true
          })
        } finally {
          await asker.close()
          await simulated.close()
        }
      })
    }
  })
}
