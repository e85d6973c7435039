// What must hold when an API returns posts only to their own account: the right one of the connected accounts is found
// with few calls, unknown posts are not searched again and again, and no credential is sent to a wrong host.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isApiError } from '@central-api/service/errors.ts'
import type { PlatformPost } from '@central-api/service/post/post.ts'
import { withServedMedia } from '@central-api/service/post/served-media.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { isRefused } from '@central-api/service/upstream/contract/refusal.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import { MAX_TRIES, UNOWNED_MS } from '@central-api/service/upstream/parsing-jobs/post-reader.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import { type SimulatedRequest, type Simulator, signaturesOf } from './simulator.ts'
import { createWalker, type Process, type Walker } from './test-walker.ts'

/** An account, and the secret of its credential. */
type Connected = readonly [account: string, secret: string]

export type OwnPostsCase = {
  readonly platform: Platform
  readonly start: () => Promise<Simulator>
  /** Accounts of the simulator. Only the last one has posts. */
  readonly accounts: readonly [Connected, Connected, Connected]
  /** Hosts that a secret may be sent to. */
  readonly hosts: readonly string[]
  /** URL of a post of an account that is not connected. */
  readonly stranger: string
  /** URL of the post with this id, without the account. */
  readonly address: (id: string) => string
  /** URL with the account. */
  readonly named?: (id: string, account: string) => string
}

export const isOwn = (source: Source): boolean => source.ownerOfPost !== undefined

export const ownPostsSuite = (subject: OwnPostsCase) => {
  const { platform, start, accounts, hosts, stranger, address, named } = subject
  const secrets = accounts.map(([, secret]) => secret)
  const [owner, ownSecret] = accounts[2]

  const environmentOf = (connected: readonly Connected[]): Readonly<Record<string, string>> => {
    const { credential } = platform.sources.find(isOwn) ?? {}
    const [name = ''] = platform.credentials?.find(({ id }) => id === credential)?.settings ?? []
    return { [name]: connected.map((each) => each.join('=')).join() }
  }

  type Setup = {
    readonly simulator: Simulator
    readonly walker: Walker
    /** Requests a post; returns the outcome and the secrets that signed. */
    readonly send: (url: string, process?: Process) => Promise<readonly [unknown, readonly string[]]>
  }
  const within = async (
    use: (setup: Setup) => Promise<void>,
    { connected = accounts, now = Date.now }: { readonly connected?: readonly Connected[]; now?: () => number } = {},
  ) => {
    const simulator = await start()
    const walker = createWalker(platform, environmentOf(connected), simulator, { now })
    const shared = walker.start()
    const signers = (requests: readonly SimulatedRequest[]) => requests.flatMap(signaturesOf)
    try {
      await use({
        simulator,
        walker,
        async send(url, process = shared) {
          const before = simulator.requests().length
          const outcome = await walker.post(url, process).catch((error: unknown) => error)
          return [outcome, signers(simulator.requests().slice(before))]
        },
      })
      for (const request of simulator.requests())
        assert.ok(hosts.includes(request.host) || signaturesOf(request).length === 0, `signed for ${request.host}`)
    } finally {
      await walker.close()
      await simulator.close()
    }
  }
  const found = (outcome: unknown) => {
    if (outcome instanceof Error) throw outcome
    return withServedMedia((outcome as { readonly post: PlatformPost }).post)
  }

  describe('own posts of connected accounts', () => {
    test('each post is found among three accounts, equal to that of a scan; later only its account is called', () =>
      within(async ({ walker, send }) => {
        const { posts } = await walker.page({ handle: owner })
        assert.ok(posts.length > 5)
        for (const post of posts) {
          const [outcome, signers] = await send(address(post.id))
          assert.deepEqual(found(outcome), post)
          assert.deepEqual([...new Set(signers)], secrets, 'in the order of the operator')
          for (const secret of secrets.slice(0, 2)) assert.equal(signers.filter((each) => each === secret).length, 1)
          const [again, later] = await send(address(post.id))
          assert.deepEqual(found(again), post)
          assert.deepEqual([...new Set(later)], [ownSecret])
          const atFirst = signers.filter((each) => each === ownSecret).length
          assert.equal(later.length, post === posts[0] ? atFirst - 1 : atFirst, 'the owner is looked up once')
        }
      }))

    test('a post of no connected account is platform_not_configured, and searched again after a while', () => {
      const clock = { at: Date.now() }
      return within(
        async ({ walker, send }) => {
          const place = findPost(platform.posts, stranger)
          assert.ok(place)
          const process = walker.start()
          const can = () => process.upstreams.posts.can(platform, { ...place, isAnyHost: false })
          for (const expectedSigners of [secrets, [], secrets]) {
            assert.equal(can(), expectedSigners.length > 0)
            const [outcome, signers] = await send(stranger, process)
            assert.ok(isRefused(outcome, 'closed') && outcome.code === 'platform_not_configured', String(outcome))
            assert.match(outcome.message, /^None of the connected accounts has this post\. \S/)
            assert.deepEqual(signers, expectedSigners)
            if (expectedSigners.length === 0) clock.at += UNOWNED_MS
          }
        },
        { now: () => clock.at },
      )
    })

    test('a refused credential is set aside, and the other accounts are called', () =>
      within(async ({ simulator, send }) => {
        const [one = '', other = ''] = simulator.ids()
        simulator.refuse?.(secrets[0] ?? '')
        const [outcome, signers] = await send(address(one))
        assert.ok(found(outcome))
        assert.deepEqual([...new Set(signers)], secrets)
        const [next, later] = await send(address(other))
        assert.ok(found(next))
        assert.deepEqual([...new Set(later)], secrets.slice(1))
      }))

    test('when the owner’s credential is refused, the error is not about the post', () =>
      within(async ({ simulator, send }) => {
        simulator.refuse?.(ownSecret)
        const [id = ''] = simulator.ids()
        for (const expectedSigners of [secrets, secrets.slice(0, 2)]) {
          const [outcome, signers] = await send(address(id))
          assert.ok(isApiError(outcome, 'platform_unauthorized'), String(outcome))
          assert.deepEqual(signers, expectedSigners)
        }
      }))

    test('an unrelated failure ends the search', () =>
      within(async ({ simulator, send }) => {
        simulator.failFrom(1, { status: 500, body: secrets.join() })
        const [outcome, signers] = await send(address(simulator.ids()[0] ?? ''))
        assert.ok(isApiError(outcome, 'platform_error'), String(outcome))
        for (const secret of secrets) assert.ok(!`${outcome} ${JSON.stringify(outcome)}`.includes(secret))
        assert.deepEqual([...new Set(signers)], secrets.slice(0, 1))
      }))

    test(`of many accounts ${MAX_TRIES} are called`, () => {
      const many = Array.from({ length: MAX_TRIES * 3 }, (_, n): Connected => [`account${n}`, `unknown-${n}`])
      return within(
        async ({ simulator, send }) => {
          const [, signers] = await send(address(simulator.ids()[0] ?? ''))
          assert.deepEqual(
            signers,
            many.slice(0, MAX_TRIES).map(([, secret]) => secret),
          )
        },
        { connected: many },
      )
    })

    test('a credential of several accounts is used once', () => {
      const [[, secret]] = accounts
      const connected = ['account1', 'account2', 'account3'].map((account): Connected => [account, secret])
      return within(
        async ({ send }) => {
          assert.deepEqual((await send(stranger))[1], [secret])
        },
        { connected },
      )
    })

    if (named)
      test('when the URL contains the account, only that one is called, and its response decides', () =>
        within(async ({ simulator, send, walker }) => {
          const [id = ''] = simulator.ids()
          const [outcome, signers] = await send(named(id, owner))
          assert.ok(found(outcome))
          assert.deepEqual([...new Set(signers)], [ownSecret])
          const [[other]] = accounts
          const [gone, goneSigners] = await send(named(id, other))
          assert.ok(isRefused(gone, 'closed') && gone.code === 'post_not_found', String(gone))
          assert.deepEqual(goneSigners, secrets.slice(0, 1))
          const place = findPost(platform.posts, named(id, 'missing.account'))
          assert.ok(place)
          assert.equal(walker.start().upstreams.posts.can(platform, { ...place, isAnyHost: false }), false)
          const [unset, unsetSigners] = await send(named(id, 'missing.account'))
          assert.ok(isApiError(unset, 'platform_not_configured'), String(unset))
          assert.deepEqual(unsetSigners, [])
        }))
  })
}
