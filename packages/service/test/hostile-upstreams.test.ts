// The egress with hostile servers: the error code, the time, the memory, and that it closes connections.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'
import type { Egress } from '../src/egress/egress.ts'
import type { Limits } from '../src/egress/limits.ts'
import { isApiError } from '../src/errors.ts'
import { limitsFor, OUTCOMES, PATIENT } from './hostile-outcomes.ts'
import { PLAYS } from './hostile-plays.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

const MIB = 1024 * 1024
/** A fetch that the total limit ends takes longer. */
const MAX_MS = 30_000

/** A server for the tests of one describe, and a function that fetches from it. */
const useStage = () => {
  let server: HostileServer
  const opened = new Map<Partial<Limits>, Egress>()
  const egressUnder = (limits: Partial<Limits>): Egress => {
    const egress = opened.get(limits) ?? createEgress({ allow: parseAllowList(new URL(server.origin).host), limits })
    opened.set(limits, egress)
    return egress
  }
  before(async () => {
    server = await startHostileServer()
  })
  after(async () => {
    for (const egress of opened.values()) await egress.close()
    await server.close()
  })
  return {
    get server() {
      return server
    },
    outcome: (path: string, limits = limitsFor(OUTCOMES[path] ?? ''), trustedOrigin = false): Promise<string> =>
      egressUnder(limits)
        .fetch({ url: server.origin + path, trustedOrigin })
        .then(
          ({ status, body }) => `${status}, ${body.length} bytes`,
          (error: unknown) => (isApiError(error) ? error.code : `threw ${error}`),
        ),
  }
}

const peakRss = (): number => process.resourceUsage().maxRSS * 1024

for (const trustedOrigin of [false, true]) {
  describe(`hostile upstreams, ${trustedOrigin ? 'trusted origin' : 'unknown host'}`, () => {
    const stage = useStage()
    for (const [path, expected] of Object.entries(OUTCOMES)) {
      test(`${path} ends as ${expected}`, async () => {
        const peakBefore = peakRss()
        const startedAt = performance.now()
        assert.equal(await stage.outcome(path, limitsFor(expected), trustedOrigin), expected)
        assert.ok(performance.now() - startedAt < MAX_MS, 'in less than the total')
        assert.ok(peakRss() - peakBefore < 64 * MIB, 'with little memory')
        if (!trustedOrigin) await stage.server.allClosed()
      })
    }
  })
}

describe('hostile upstreams, together', () => {
  const stage = useStage()
  const { outcome } = stage

  test('every play has an expected outcome', () => {
    const played = new Set(Object.keys(OUTCOMES).map((path) => path.split('?')[0]))
    assert.deepEqual([...played].sort(), Object.keys(PLAYS).sort())
  })

  test('a redirect loop ends immediately, and six hops make six requests', async () => {
    const sent = async (path: string): Promise<number> => {
      const before = stage.server.requests.length
      await outcome(path)
      return stage.server.requests.length - before
    }
    assert.deepEqual([await sent('/loop'), await sent('/ping'), await sent('/hop?6')], [1, 2, 6])
  })

  test('a slow body above the minimum rate still reaches the total limit', async () => {
    const TOTAL_MS = 250
    const limits = { ...PATIENT, totalMs: TOTAL_MS, rateBytes: 0 }
    for (const path of ['/drip', '/drip-header']) {
      const startedAt = performance.now()
      // No other limit applies before the test hangs.
      assert.equal(await outcome(path, limits), 'link_timeout')
      const elapsedMs = performance.now() - startedAt
      assert.ok(elapsedMs > TOTAL_MS - 50 && elapsedMs < MAX_MS, `${elapsedMs} ms`)
    }
  })

  test('fifty concurrent bombs use little memory, and a plain request succeeds next to fifty plays of all kinds', async () => {
    const peakBefore = peakRss()
    const bombs = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? '/br-bomb' : '/gzip-bomb'))
    assert.deepEqual(new Set(await Promise.all(bombs.map((path) => outcome(path)))), new Set(['link_too_large']))
    const grownMib = (peakRss() - peakBefore) / MIB
    assert.ok(grownMib < 96, `grew by ${grownMib} MiB`)

    const paths = Object.keys(OUTCOMES)
      .filter((path) => path !== '/tiny-chunks')
      .slice(0, 50)
    const hostile = Promise.all(paths.map((path) => outcome(path)))
    assert.equal(await outcome('/plain'), '200, 5 bytes')
    assert.deepEqual(
      await hostile,
      paths.map((path) => OUTCOMES[path]),
    )
    await stage.server.allClosed()
  })
})
