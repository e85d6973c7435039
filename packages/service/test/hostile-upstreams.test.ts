// What the egress makes of servers that mean harm: the code, how long it takes, how much memory, and that it lets go.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'
import type { Egress } from '../src/egress/egress.ts'
import type { Limits } from '../src/egress/limits.ts'
import { isApiError } from '../src/errors.ts'
import { PLAYS } from './hostile-plays.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

/** Path → the code, or status and length of the body. */
const OUTCOMES: Readonly<Record<string, string>> = {
  '/plain': '200, 5 bytes',
  '/gzip': '200, 5 bytes',

  '/gzip-bomb': 'link_too_large',
  '/br-bomb': 'link_too_large',
  '/br-wide-window': 'link_too_large',
  '/ratio': 'link_too_large',
  '/endless': 'link_too_large',
  '/endless-chunks': 'link_too_large',
  '/tiny-chunks': 'link_too_large',
  '/endless-extension': 'link_timeout',
  '/announced-too-large': 'link_too_large',

  '/deflate': 'link_unreachable',
  '/zstd': 'link_unreachable',
  '/stacked': 'link_unreachable',
  '/stacked-fields': 'link_unreachable',
  '/lying-gzip': 'link_unreachable',
  '/lying-br': 'link_unreachable',
  '/truncated-gzip': 'link_unreachable',
  '/empty-gzip': '200, 0 bytes',
  '/coded-transfer': 'link_unreachable',

  '/length-short': '200, 3 bytes',
  '/length-long': 'link_unreachable',
  '/length-long-silent': 'link_timeout',
  '/length-twice': 'link_unreachable',
  '/length-and-chunked': 'link_unreachable',
  '/length-negative': 'link_unreachable',

  '/drip': 'link_timeout',
  '/drip-header': 'link_timeout',
  '/silence': 'link_timeout',
  '/silence-after-header': 'link_timeout',

  '/giant-header': 'link_too_large',
  '/countless-fields': 'link_too_large',
  '/many-fields': '200, 5 bytes',
  '/endless-header': 'link_too_large',
  '/endless-hints': 'link_too_large',
  '/hint': '200, 5 bytes',

  '/loop': 'link_redirects',
  '/ping': 'link_redirects',
  '/pong': 'link_redirects',
  '/hop?5': '200, 5 bytes',
  '/hop?6': 'link_redirects',
  '/to-ssh': 'link_blocked',
  '/to-metadata': 'link_blocked',
  '/to-localhost': 'link_blocked',
  '/to-file': 'link_malformed',
  '/to-tab': 'link_malformed',
  '/to-backslash': 'link_malformed',
  '/to-nowhere': '302, 5 bytes',

  '/close': 'link_unreachable',
  '/reset': 'link_unreachable',
  '/reset-in-body': 'link_unreachable',
  '/garbage': 'link_unreachable',
  '/binary': 'link_unreachable',
  '/http-0.9': 'link_unreachable',
  '/http-2': 'link_unreachable',
  '/http-1.0': '200, 5 bytes',
  '/switching': 'link_unreachable',
  '/chunk-garbage': 'link_unreachable',
  '/chunk-cut': 'link_unreachable',
  '/no-content': '204, 0 bytes',
  '/not-modified': '304, 0 bytes',
}

/** The table's limits on time, made short; those on size are the real ones. */
const SHORT: Partial<Limits> = { totalMs: 3_000, firstByteMs: 200, rateWindowMs: 200, hostPerMinute: 10_000 }
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
    const hostile = Promise.all(paths.map((path) => outcome(path)))
    assert.equal(await outcome('/plain'), '200, 5 bytes')
    assert.deepEqual(
      await hostile,
      paths.map((path) => OUTCOMES[path]),
    )
    await stage.server.allClosed()
  })
})
