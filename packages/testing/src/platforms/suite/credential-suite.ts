// What must hold for credentials: a refused one is set aside while others are used, a token is fetched once for all
// callers, and no secret leaks.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isApiError } from '@central-api/service/errors.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { type SimulatedRequest, type Simulator, signaturesOf } from './simulator.ts'
import { createTestStore } from './test-store.ts'
import { createWalker, type Walker } from './test-walker.ts'

export type CredentialCase = {
  readonly platform: Platform
  readonly start: () => Promise<Simulator>
  /** Settings with two credentials of the kind. */
  readonly two: Readonly<Record<string, string>>
  /** The secret of each, as the simulator receives it. */
  readonly secrets: readonly [string, string]
  /** Hosts that a secret may be sent to. */
  readonly hosts: readonly string[]
}

const textOf = ({ url, headers, body }: SimulatedRequest): string => `${url.href} ${JSON.stringify(headers)} ${body}`

/** Basic credentials (RFC 7617) hide a secret from a plain search. */
const spellingsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
]

const hasSecret = (text: string, secret: string): boolean => {
  const basic = [...text.matchAll(/Basic ([\w+/=]+)/g)].map(([, encoded = '']) =>
    Buffer.from(encoded, 'base64').toString(),
  )
  return [text, ...basic].some((each) => spellingsOf(secret).some((spelling) => each.includes(spelling)))
}

export const credentialSuite = ({ platform, start, two, secrets, hosts }: CredentialCase) => {
  const within = async (use: (simulator: Simulator, walker: Walker) => Promise<void>, options = {}) => {
    const simulator = await start()
    const walker = createWalker(platform, two, simulator, options)
    try {
      await use(simulator, walker)
    } finally {
      await walker.close()
      await simulator.close()
    }
  }
  const [first, second] = secrets
  const [best] = platform.sources

  describe('its credentials', () => {
    test('a refused credential is set aside, and the page is read with the other one', () =>
      within(async (simulator, walker) => {
        for (const refused of secrets) {
          const other = refused === first ? second : first
          simulator.refuse?.(refused)
          const process = walker.start()
          const page = await walker.page({}, process)
          assert.equal(page.source, best?.id)
          assert.ok(page.posts.length > 0)
          const before = simulator.requests().length
          await walker.page({ variant: 'posts' }, process)
          const later = simulator.requests().slice(before).map(textOf)
          assert.ok(
            !later.some((text) => hasSecret(text, refused)),
            'the refused credential is not retried immediately',
          )
          if (refused === second) continue
          assert.ok(hasSecret(JSON.stringify(simulator.requests().map(textOf)), other))
          break
        }
      }))

    test('when all are refused, the page is read without one, from another source, or is platform_unauthorized', () =>
      within(async (simulator, walker) => {
        for (const secret of secrets) simulator.refuse?.(secret)
        const outcome = await walker.page({}).catch((error: unknown) => error)
        if (outcome instanceof Error) assert.ok(isApiError(outcome, 'platform_unauthorized'), String(outcome))
        else if (typeof best?.credential !== 'object') assert.notEqual((outcome as { source: string }).source, best?.id)
      }))

    test('no secret is sent to another host or appears in a page, position, error or call report', () => {
      const calls: unknown[] = []
      return within(
        async (simulator, walker) => {
          const pages = await walker.walk()
          const failing = simulator.failFrom(1, { status: 500, body: `${first} ${second}` })
          const error = await walker.page({}).catch((thrown: unknown) => thrown)
          failing()
          const shown = JSON.stringify([
            pages.map(({ account: { profile }, posts, next }) => [profile, posts, next]),
            calls,
          ])
          for (const secret of secrets) {
            assert.ok(!hasSecret(shown, secret), 'in the pages')
            assert.ok(!hasSecret(`${String(error)} ${JSON.stringify(error)}`, secret), 'in an error')
            for (const request of simulator.requests())
              assert.ok(hosts.includes(request.host) || !hasSecret(textOf(request), secret), `sent to ${request.host}`)
          }
          assert.ok(
            secrets.some((secret) => simulator.requests().some((request) => hasSecret(textOf(request), secret))),
          )
        },
        { onCall: (call: unknown) => calls.push(call) },
      )
    })

    test('a redirect to another host is followed without a signature', () =>
      within(async (simulator, walker) => {
        for (const nth of [1, 2]) {
          const lift = simulator.failFrom(nth, { status: 302, headers: { location: 'https://elsewhere.example/' } })
          await walker.page({}, walker.start()).catch(() => {})
          lift()
        }
        const redirected = simulator.requests().filter(({ host }) => host === 'elsewhere.example')
        for (const request of redirected) assert.deepEqual(signaturesOf(request), [])
      }))

    test('signatures that a response repeats are hidden in the result', () =>
      within(async (simulator, walker) => {
        const repeated = simulator.repeatSignatures()
        const pages = await walker.walk()
        const shown = JSON.stringify(pages)
        assert.ok(repeated().length > 0, 'a response repeats a signature')
        for (const signature of new Set(repeated())) assert.ok(!shown.includes(signature), signature)
        assert.ok(shown.includes('[hidden]'), 'the place of the signature is visible')
      }))

    test('fifty callers in three processes fetch a token once, and once more when it has expired', () =>
      within(
        async (simulator, walker) => {
          if (!simulator.exchanges || !simulator.expireTokens) return
          const processes = [walker.start(), walker.start(), walker.start()]
          const send = () =>
            Promise.all(
              Array.from({ length: 50 }, (_, n) => walker.page({ variant: 'posts' }, processes[n % processes.length])),
            )
          const kinds = new Set(secrets).size
          await send()
          const atFirst = simulator.exchanges()
          assert.ok(atFirst >= 1 && atFirst <= kinds, `${atFirst} exchanges`)
          simulator.expireTokens()
          await send()
          assert.ok(simulator.exchanges() - atFirst <= kinds, `${simulator.exchanges() - atFirst} more`)
        },
        { store: createTestStore(), wait: () => new Promise((resolve) => setTimeout(resolve, 5)) },
      ))
  })
}
