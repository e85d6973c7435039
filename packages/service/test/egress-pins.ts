// The pinning scenarios of the corpus, each run in full: attacks by a resolver, a server or an environment between the
// check of an address and its use.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  PUBLIC_ADDRESS,
  type StubNetwork,
  type StubNetworkOptions,
  startStubNetwork,
} from '@central-api/testing/stub-network.ts'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'
import type { Egress, EgressRequest } from '../src/egress/egress.ts'
import { isApiError } from '../src/errors.ts'

const PUBLIC_V6 = '2606:4700:4700::1111'

type Stage = { readonly network: StubNetwork; readonly outcome: (request: EgressRequest) => Promise<string> }

const outcomeOf = async (egress: Egress, request: EgressRequest): Promise<string> =>
  egress.fetch(request).then(
    ({ status }) => String(status),
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  )

const onStage = async (options: StubNetworkOptions, act: (stage: Stage) => Promise<void>): Promise<void> => {
  const network = await startStubNetwork(options)
  const egress = createEgress({ allow: parseAllowList(''), ...network })
  try {
    await act({ network, outcome: (request) => outcomeOf(egress, request) })
  } finally {
    await egress.close()
    await network.close()
  }
}

/** The n-th lookup gets the n-th result, later ones the last. */
const inTurn =
  (...resolved: string[]) =>
  (_: string, call: number): string[] => [resolved[Math.min(call, resolved.length - 1)] ?? '']

const dialedAddresses = (network: StubNetwork): string[] => network.dials.map(({ address }) => address)

/** Fetches the same URL once per expected outcome. */
const rebind = (resolved: string[], outcomes: string[], dialed: string[]) => (url: string) =>
  onStage({ resolve: inTurn(...resolved) }, async ({ network, outcome }) => {
    for (const expected of outcomes) assert.equal(await outcome({ url }), expected)
    assert.deepEqual(dialedAddresses(network), dialed)
    assert.equal(network.lookups.length, outcomes.length, 'one look-up per fetch')
  })

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

/** By the first label of the row's host. */
export const PINS: Readonly<Record<string, (url: string) => Promise<void>>> = {
  'rebind-a': rebind([PUBLIC_ADDRESS, '127.0.0.1'], ['200', 'link_blocked'], [PUBLIC_ADDRESS]),
  'rebind-b': rebind(['127.0.0.1', PUBLIC_ADDRESS], ['link_blocked', '200'], [PUBLIC_ADDRESS]),
  'rebind-c': rebind(
    [PUBLIC_ADDRESS, '169.254.169.254', PUBLIC_ADDRESS],
    ['200', 'link_blocked', '200'],
    [PUBLIC_ADDRESS, PUBLIC_ADDRESS],
  ),
  'rebind-d': rebind([PUBLIC_V6, '::1'], ['200', 'link_blocked'], [PUBLIC_V6]),

  'rebind-e': (url) =>
    onStage(
      {
        resolve: inTurn(PUBLIC_ADDRESS, '127.0.0.1'),
        respond: (_, response) => response.writeHead(302, { location: 'http://rebind-e.example.com/again' }).end(),
      },
      async ({ network, outcome }) => {
        assert.equal(await outcome({ url }), 'link_blocked')
        assert.deepEqual(dialedAddresses(network), [PUBLIC_ADDRESS])
      },
    ),

  'rebind-f': async (url) => {
    const refused = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    // A rejected connection, and one that is closed before the response: both tempt a client to connect again.
    const servers: StubNetworkOptions[] = [{ beforeDial: refused }, { respond: (request) => request.destroy() }]
    for (const server of servers) {
      await onStage({ resolve: inTurn(PUBLIC_ADDRESS, '127.0.0.1'), ...server }, async ({ network, outcome }) => {
        assert.equal(await outcome({ url }), 'link_unreachable')
        assert.deepEqual(dialedAddresses(network), [PUBLIC_ADDRESS])
        assert.equal(network.lookups.length, 1)
      })
    }
  },

  'rebind-g': async (url) => {
    const slow = ({ address, signal }: { address: string; signal: AbortSignal }): Promise<void> | undefined =>
      address === PUBLIC_ADDRESS ? new Promise((_, fail) => signal.addEventListener('abort', fail)) : undefined
    await onStage({ resolve: () => [PUBLIC_ADDRESS, '127.0.0.1'], beforeDial: slow }, async ({ network, outcome }) => {
      assert.equal(await outcome({ url }), 'link_blocked')
      assert.deepEqual(dialedAddresses(network), [], 'the slow first address is not even dialed')
    })
  },

  reuse: (url) =>
    onStage({ resolve: inTurn(PUBLIC_ADDRESS, '10.0.0.1') }, async ({ network, outcome }) => {
      assert.equal(await outcome({ url }), '200')
      // If the connection does not close with the fetch, this waits forever.
      await network.allClosed()
      assert.equal(await outcome({ url }), 'link_blocked', 'nothing was kept that could be reused')
      assert.deepEqual(dialedAddresses(network), [PUBLIC_ADDRESS])
    }),

  proxied: async () => {
    let proxied = 0
    let reached = 0
    const proxy = createServer((_, response) => {
      proxied += 1
      response.end('proxy')
    })
    const target = createServer((_, response) => {
      reached += 1
      response.end('target')
    })
    const [proxyPort, targetPort] = [await listen(proxy), await listen(target)]
    const module = new URL('../src/egress/', import.meta.url)
    // A process reads the variables at startup. The built-in fetch shows that they apply.
    const script = `
      import { createEgress } from ${JSON.stringify(new URL('create-egress.ts', module).href)}
      import { parseAllowList } from ${JSON.stringify(new URL('allow-list.ts', module).href)}
      const url = 'http://127.0.0.1:${targetPort}/'
      const egress = createEgress({ allow: parseAllowList('127.0.0.1:${targetPort}') })
      const own = []
      for (const trustedOrigin of [false, true]) own.push((await egress.fetch({ url, trustedOrigin })).body.toString())
      await egress.close()
      process.stdout.write(JSON.stringify({ own, builtin: await (await fetch(url)).text() }))`
    const proxyUrl = `http://127.0.0.1:${proxyPort}`
    const env = {
      HTTP_PROXY: proxyUrl,
      http_proxy: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      NO_PROXY: '',
      NODE_USE_ENV_PROXY: '1',
    }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
      assert.deepEqual(JSON.parse(stdout), { own: ['target', 'target'], builtin: 'proxy' })
      assert.deepEqual({ proxied, reached }, { proxied: 1, reached: 2 })
    } finally {
      proxy.close()
      target.close()
    }
  },

  alt: (url) =>
    onStage(
      { respond: (_, response) => response.setHeader('alt-svc', 'h2="127.0.0.1:443"; persist=1').end() },
      async ({ network, outcome }) => {
        for (const trustedOrigin of [false, false, true, true]) {
          assert.equal(await outcome({ url, trustedOrigin }), '200')
          // A kept connection is free again one iteration of the event loop after its response.
          await setImmediate()
        }
        const dial = { address: PUBLIC_ADDRESS, port: 443, serverName: 'alt.example.com' }
        assert.deepEqual(network.dials, [dial, dial, dial], 'two fresh connections, one kept')
      },
    ),
}
