// What must hold of credentials: one that is refused is set aside while the others carry on, a token is got once for all who
// need it, and no secret is where it does not belong.

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
  /** The secrets of each, as the simulator knows them. */
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

const holds = (text: string, secret: string): boolean => {
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
    test('one that is refused is set aside, and the page comes with the other', () =>
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
          assert.ok(!later.some((text) => holds(text, refused)), 'what was refused is not tried again at once')
          if (refused === second) continue
          assert.ok(holds(JSON.stringify(simulator.requests().map(textOf)), other))
          break
        }
      }))

    test('where all are refused it is read without one, or elsewhere, or the operator is told', () =>
      within(async (simulator, walker) => {
        for (const secret of secrets) simulator.refuse?.(secret)
        const outcome = await walker.page({}).catch((error: unknown) => error)
        if (outcome instanceof Error) assert.ok(isApiError(outcome, 'platform_unauthorized'), String(outcome))
        else if (typeof best?.credential !== 'object') assert.notEqual((outcome as { source: string }).source, best?.id)
      }))

    test('no secret is sent to another host, or comes back in a page, a position, an error or what is told of calls', () => {
      const reported: unknown[] = []
      return within(
        async (simulator, walker) => {
          const pages = await walker.walk()
          const failing = simulator.failFrom(1, { status: 500, body: `${first} ${second}` })
          const error = await walker.page({}).catch((thrown: unknown) => thrown)
          failing()
          const shown = JSON.stringify([
            pages.map(({ account: { profile }, posts, next }) => [profile, posts, next]),
            reported,
          ])
          for (const secret of secrets) {
            assert.ok(!holds(shown, secret), 'in what is shown')
            assert.ok(!holds(`${String(error)} ${JSON.stringify(error)}`, secret), 'in an error')
            for (const request of simulator.requests())
              assert.ok(hosts.includes(request.host) || !holds(textOf(request), secret), `sent to ${request.host}`)
          }
          assert.ok(secrets.some((secret) => simulator.requests().some((request) => holds(textOf(request), secret))))
        },
        { onCall: (call: unknown) => reported.push(call) },
      )
    })

    test('who is led to another host goes there without a signature', () =>
      within(async (simulator, walker) => {
        for (const nth of [1, 2]) {
          const lift = simulator.failFrom(nth, { status: 302, headers: { location: 'https://elsewhere.example/' } })
          await walker.page({}, walker.start()).catch(() => {})
          lift()
        }
        const led = simulator.requests().filter(({ host }) => host === 'elsewhere.example')
        for (const request of led) assert.deepEqual(signaturesOf(request), [])
      }))

    test('what an answer repeats of a signature is hidden in all that is made of it', () =>
      within(async (simulator, walker) => {
        const repeated = simulator.repeatSignatures()
        const pages = await walker.walk()
        const shown = JSON.stringify(pages)
        assert.ok(repeated().length > 0, 'an answer repeats a signature')
        for (const signature of new Set(repeated())) assert.ok(!shown.includes(signature), signature)
        assert.ok(shown.includes('[hidden]'), 'where it was repeated can be seen')
      }))

    test('a token is got once for fifty callers in three processes, and once more when it has ended', () =>
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
