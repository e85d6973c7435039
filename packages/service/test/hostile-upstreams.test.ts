// What the egress makes of servers that mean harm: the code, how long it takes, how much memory, and that it lets go.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'
import type { Egress } from '../src/egress/egress.ts'
import { isApiError } from '../src/errors.ts'
import { OUTCOMES, SHORT } from './hostile-outcomes.ts'
import { PLAYS } from './hostile-plays.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

const MIB = 1024 * 1024

/** A server and an egress for the tests of one describe. */
const useStage = () => {
  let server: HostileServer
  let egress: Egress
  before(async () => {
    server = await startHostileServer()
    egress = createEgress({ allow: parseAllowList(new URL(server.origin).host), limits: SHORT })
  })
  after(async () => {
    await egress.close()
    await server.close()
  })
  return {
    get server() {
      return server
    },
    outcome: (path: string, trustedOrigin = false, from = egress): Promise<string> =>
      from.fetch({ url: server.origin + path, trustedOrigin }).then(
        ({ status, body }) => `${status}, ${body.length} bytes`,
        (error: unknown) => (isApiError(error) ? error.code : `threw ${error}`),
      ),
  }
}

const peakRss = (): number => process.resourceUsage().maxRSS * 1024

for (const trustedOrigin of [false, true]) {
  describe(`hostile upstreams, ${trustedOrigin ? 'named by the operator' : 'of strangers'}`, () => {
    const stage = useStage()
    for (const [path, expected] of Object.entries(OUTCOMES)) {
      test(`${path} ends as ${expected}`, async () => {
        const peakBefore = peakRss()
        const startedAt = performance.now()
        assert.equal(await stage.outcome(path, trustedOrigin), expected)
        assert.ok(performance.now() - startedAt < 3_000, 'in less than the total')
        assert.ok(peakRss() - peakBefore < 64 * MIB, 'with little memory')
        if (!trustedOrigin) await stage.server.allClosed()
      })
    }
  })
}

describe('hostile upstreams, together', () => {
  const stage = useStage()
  const { outcome } = stage

  test('every play has an outcome here', () => {
    const played = new Set(Object.keys(OUTCOMES).map((path) => path.split('?')[0]))
    assert.deepEqual([...played].sort(), Object.keys(PLAYS).sort())
  })

  test('a loop is seen at once, and six hops are five too many requests for none', async () => {
    const sent = async (path: string): Promise<number> => {
      const before = stage.server.requests.length
      await outcome(path)
      return stage.server.requests.length - before
    }
    assert.deepEqual([await sent('/loop'), await sent('/ping'), await sent('/hop?6')], [1, 2, 6])
  })

  test('a drip that is fast enough still meets the absolute deadline', async () => {
    const patient = createEgress({
      allow: parseAllowList(new URL(stage.server.origin).host),
      limits: { ...SHORT, totalMs: 250, rateBytes: 0, firstByteMs: 10_000 },
    })
    for (const path of ['/drip', '/drip-header']) {
      const startedAt = performance.now()
      assert.equal(await outcome(path, false, patient), 'link_timeout')
      const elapsedMs = performance.now() - startedAt
      assert.ok(elapsedMs > 200 && elapsedMs < 1_500, `${elapsedMs} ms`)
    }
    await patient.close()
  })

  test('fifty bombs at once cost little memory, and fifty of all kinds leave a plain request answering', async () => {
    const peakBefore = peakRss()
    const bombs = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? '/br-bomb' : '/gzip-bomb'))
    assert.deepEqual(new Set(await Promise.all(bombs.map((path) => outcome(path)))), new Set(['link_too_large']))
    const grownMib = (peakRss() - peakBefore) / MIB
    assert.ok(grownMib < 96, `grew by ${grownMib} MiB`)

    const paths = Object.keys(OUTCOMES)
      .filter((path) => path !== '/tiny-chunks')
      .slice(0, 50)
    // A machine that is busy with fifty is no reason to time out.
    const patient = createEgress({
      allow: parseAllowList(new URL(stage.server.origin).host),
      limits: { ...SHORT, totalMs: 6_000, firstByteMs: 2_000, rateWindowMs: 2_000 },
    })
    const hostile = Promise.all(paths.map((path) => outcome(path, false, patient)))
    assert.equal(await outcome('/plain', false, patient), '200, 5 bytes')
    assert.deepEqual(
      await hostile,
      paths.map((path) => OUTCOMES[path]),
    )
    await patient.close()
    await stage.server.allClosed()
  })
})
