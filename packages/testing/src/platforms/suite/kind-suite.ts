// Tests of what a platform has besides accounts: every declared kind is walked, and told apart from all others by its
// handle alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '@central-api/service/errors.ts'
import type { Author, ProfileKind } from '@central-api/service/post/post.ts'
import { readerOf } from '@central-api/service/scanning/known-handles.ts'
import { kindOf, kindsOf } from '@central-api/service/upstream/contract/kinds.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import fc from 'fast-check'
import type { Simulator } from './simulator.ts'
import { createWalker, idsOf, type Walker } from './test-walker.ts'

export type KindCase<S extends Simulator> = {
  /** A canonical handle of the simulator, for each way to name such a profile. */
  readonly handle: string
  /** Canonical handles of things that do not exist, and that are not public. */
  readonly missing?: string
  readonly hidden?: string
  /** A canonical handle of a hashtag or search without posts. */
  readonly empty?: string
  /** The ids of its posts in the order of the platform. Without it, only the form is checked. */
  readonly ids?: (simulator: S) => readonly string[]
  /** Publishes newer posts in it, if they appear at the top. */
  readonly publish?: (simulator: S, count: number) => void
  /** Calls of a first and a later page. */
  readonly calls?: { readonly first: number; readonly next: number }
  /** What the platform reports of its authors, if there are many and not each has a name and a link: nothing, names only, or
   * that all posts are of one. */
  readonly authors?: 'hidden' | 'unlinked' | 'one'
}

export type KindCases<S extends Simulator> = Readonly<Partial<Record<ProfileKind, readonly KindCase<S>[]>>>

type Subject<S extends Simulator> = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<S>
  readonly spellings: Readonly<Record<string, readonly string[]>>
  readonly cases: KindCases<S>
}

/** Kinds of version 1.0.0. No other kind may declare unique ids. */
const HAVE_UNIQUE_IDS: ReadonlySet<string> = new Set(['reddit community', 'vimeo collection', 'github section'])

const nameOf = ({ displayName, handle }: Author): string | null => displayName ?? handle

const isSame = (one: Author, other: Author): boolean =>
  one.id === null || other.id === null
    ? one.handle === other.handle && one.displayName === other.displayName
    : one.id === other.id

export const kindSuite = <S extends Simulator>({
  platform,
  environment,
  start,
  spellings,
  cases,
}: Subject<S>): void => {
  const kinds = [...kindsOf(platform).values()].filter(({ id }) => id !== 'account')

  test('every kind has cases, and its handles are of that kind', () => {
    assert.deepEqual(Object.keys(cases).toSorted(), kinds.map(({ id }) => id).toSorted())
    const read = readerOf(platform)
    for (const { id, handles, meaning, variants } of kindsOf(platform).values()) {
      assert.ok(meaning.length > 3)
      for (const handle of handles) {
        const canonical = read(handle)
        assert.ok(canonical !== undefined, `${handle} is a handle`)
        assert.equal(kindOf(platform, canonical), id, handle)
      }
      assert.ok(Object.keys(variants)[0] === 'posts', 'posts is the first variant')
    }
  })

  test('every handle is of a kind that the platform declares, also in its canonical form', () => {
    const known = new Set<string>([...kindsOf(platform).keys()])
    for (const handle of Object.keys(spellings)) {
      assert.ok(known.has(kindOf(platform, handle)), handle)
      assert.equal(readerOf(platform)(handle), handle)
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (input) => {
        const canonical = platform.canonicalize(input)
        assert.ok(canonical === undefined || known.has(kindOf(platform, canonical)))
      }),
    )
  })

  for (const { id: kind, order, authors, variants, hasUniqueIds } of kinds) {
    for (const { handle, missing, hidden, empty, ids, publish, calls, authors: reported } of cases[kind] ?? []) {
      const run = (name: string, body: (walker: Walker, simulator: S) => Promise<void>) =>
        test(`${kind} ${handle} ${name}`, async () => {
          const simulator = await start()
          const walker = createWalker(platform, environment, simulator)
          try {
            await body(walker, simulator)
          } finally {
            await walker.close()
            await simulator.close()
          }
        })

      run('is walked to its end, each post once, in every variant', async (walker, simulator) => {
        assert.equal(kindOf(platform, handle), kind)
        const expected = ids?.(simulator)
        for (const variant of Object.keys(variants)) {
          const pages = await walker.walk({ handle, variant })
          const found = idsOf(pages)
          assert.equal(new Set(found).size, found.length, variant)
          if (variant === 'posts') assert.ok(found.length > 0)
          if (variant === 'posts' && expected) assert.deepEqual(found, expected)
          const [{ account } = assert.fail()] = pages
          assert.equal(kindOf(platform, account.handle ?? handle), kind, 'its lasting handle is of the same kind')
          assert.equal(hasUniqueIds === true, HAVE_UNIQUE_IDS.has(`${platform.id} ${kind}`))
          if (platform.hasAccountIds === true && !hasUniqueIds)
            assert.ok(account.id.startsWith(`${kind} `), `${account.id} begins with its kind`)
        }
      })

      if (authors === 'many' && reported !== 'one')
        run('has the author of each post, who is neither the profile nor only its owner', async (walker) => {
          const pages = await walker.walk({ handle })
          const [{ profile } = assert.fail()] = pages
          const found = pages.flatMap(({ posts }) => posts.flatMap(({ author }) => author ?? []))
          assert.equal(found.length > 0, reported !== 'hidden')
          for (const author of found) {
            assert.ok(nameOf(author) !== null)
            // Some have no account there, and feeds only write names.
            const isLinked = author.url !== null
            assert.ok(reported === 'unlinked' ? !isLinked : isLinked || author.id === null, String(nameOf(author)))
            assert.ok(!isSame(author, profile), `${nameOf(author)} is not the profile`)
          }
          const { owner } = profile
          assert.ok(owner === null || found.some((author) => !isSame(author, owner)), 'not all are of the owner')
        })

      if (ids && publish && order === 'newest')
        run('is paged while posts arrive: none repeats, none is hidden', async (walker, simulator) => {
          await fc.assert(
            fc.asyncProperty(
              fc.array(fc.nat({ max: 25 }), { maxLength: 4 }),
              fc.integer({ min: 7, max: 20 }),
              async (arrivals, limit) => {
                const expected = ids(simulator)
                const pages = await walker.walk({ handle, limit }, (page) =>
                  publish(simulator, arrivals[page - 1] ?? 0),
                )
                assert.deepEqual(idsOf(pages), expected)
              },
            ),
            { numRuns: 3 },
          )
        })

      if (missing !== undefined)
        run('is profile_not_found if it does not exist', async (walker) => {
          await assert.rejects(walker.page({ handle: missing }), (error) => isApiError(error, 'profile_not_found'))
        })

      if (hidden !== undefined)
        run('is profile_private if it is not public', async (walker) => {
          await assert.rejects(walker.page({ handle: hidden }), (error) => isApiError(error, 'profile_private'))
        })

      if (empty !== undefined)
        run('is an empty page if nothing has it', async (walker) => {
          const { posts, next } = await walker.page({ handle: empty })
          assert.deepEqual([posts, next], [[], undefined])
        })

      if (calls)
        run('takes the declared number of calls', async (walker, simulator) => {
          const process = walker.start()
          const first = await walker.page({ handle }, process)
          const atFirst = simulator.calls()
          await walker.page({ handle, after: first.next }, process)
          assert.deepEqual({ first: atFirst, next: simulator.calls() - atFirst }, calls)
        })

      run('fails as an account does: an upstream that fails is no missing profile', async (walker, simulator) => {
        for (const [status, code] of [
          [500, 'platform_error'],
          [429, 'platform_rate_limited'],
        ] as const) {
          const recover = simulator.failFrom(1, { status, headers: { 'retry-after': '7' } })
          await assert.rejects(walker.page({ handle }), (error) => isApiError(error, code))
          recover()
        }
      })
    }
  }
}
