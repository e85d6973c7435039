import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createFakeTimers } from '@central-api/testing/runtime/clock/fake-timers.ts'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import {
  PUBLIC_ADDRESS,
  type StubNetwork,
  type StubNetworkOptions,
  startStubNetwork,
} from '@central-api/testing/stub-network.ts'
import { isApiError } from '../errors.ts'
import { copyBytes } from '../runtime/event-loop/owned-bytes.ts'
import { parseAllowList } from './allow-list.ts'
import { createEgress, type EgressOptions } from './create-egress.ts'
import type { Egress, EgressRequest } from './egress.ts'

type Stage = { readonly network: StubNetwork; readonly egress: Egress }

const onStage = async (
  { network: networkOptions = {}, ...options }: Partial<EgressOptions> & { network?: StubNetworkOptions },
  act: (stage: Stage) => Promise<void>,
): Promise<void> => {
  const network = await startStubNetwork(networkOptions)
  const { resolver, connect } = network
  const egress = createEgress({
    allow: parseAllowList(''),
    resolver,
    connect,
    userAgent: 'Test/1 (+https://x.org)',
    ...options,
  })
  try {
    await act({ network, egress })
  } finally {
    await egress.close()
    await network.close()
  }
}

const codeOf = (egress: Egress, request: EgressRequest): Promise<unknown> =>
  egress.fetch(request).then(
    ({ status }) => status,
    (error: unknown) => (isApiError(error) ? error.code : error),
  )

const url = 'https://one.example.com/a?b#c'

describe('a request', () => {
  test('has the fixed header fields and the caller’s, and none that could impersonate another client', () =>
    onStage({}, async ({ network, egress }) => {
      const headers = { 'X-Own': 'yes', Cookie: 'a=b', Host: 'evil', 'Proxy-Authorization': 'x', 'User-Agent': 'Other' }
      await egress.fetch({ url, accept: 'text/html', headers })
      assert.deepEqual(network.requests, [
        {
          host: 'one.example.com',
          path: '/a?b',
          headers: {
            host: 'one.example.com',
            connection: 'close',
            'user-agent': 'Test/1 (+https://x.org)',
            accept: 'text/html',
            'accept-encoding': 'gzip, br',
            'x-own': 'yes',
          },
        },
      ])
    }))

  test('loses the caller’s fields and its trust for good when a redirect leaves the origin', () => {
    const hops: Readonly<Record<string, string>> = {
      '/1': '/2',
      '/2': 'https://two.example.com/3',
      '/3': 'https://one.example.com/4',
    }
    const respond: StubNetworkOptions['respond'] = (request, response) => {
      const location = hops[request.url ?? '']
      if (location) response.writeHead(302, { location })
      response.end()
    }
    return onStage({ network: { respond } }, async ({ network, egress }) => {
      const request = { headers: { authorization: 'Bearer x' }, trustedOrigin: true }
      const reply = await egress.fetch({ ...request, url: 'https://one.example.com/1' })
      assert.equal(reply.url, 'https://one.example.com/4')
      const sent = network.requests.map(({ headers }) => [headers.host, headers.authorization, headers.connection])
      assert.deepEqual(sent, [
        ['one.example.com', 'Bearer x', 'keep-alive'],
        ['one.example.com', 'Bearer x', 'keep-alive'],
        ['two.example.com', undefined, 'close'],
        ['one.example.com', undefined, 'close'],
      ])
      for (const { headers } of network.requests) assert.equal(headers.referer, undefined)
    })
  })

  test('sends no cookie that an earlier response set', () => {
    const respond: StubNetworkOptions['respond'] = (_, response) => {
      response.setHeader('set-cookie', ['a=b', 'c=d']).end()
    }
    return onStage({ network: { respond } }, async ({ network, egress }) => {
      const { headers } = await egress.fetch({ url, trustedOrigin: true })
      await egress.fetch({ url, trustedOrigin: true })
      assert.equal(headers['set-cookie'], 'a=b, c=d')
      assert.equal(network.requests[1]?.headers.cookie, undefined)
    })
  })
})

describe('a response', () => {
  test('has any status, with its body', () =>
    onStage({ network: { respond: (_, response) => response.writeHead(503).end('down') } }, async ({ egress }) => {
      const { status, url: from, body } = await egress.fetch({ url })
      assert.deepEqual(
        { status, from, body: body.toString() },
        { status: 503, from: 'https://one.example.com/a?b', body: 'down' },
      )
    }))

  test('has no body for HEAD', () =>
    onStage(
      { network: { respond: (_, response) => response.setHeader('content-length', 5).end() } },
      async ({ egress }) => {
        const { headers, body } = await egress.fetch({ url, method: 'HEAD' })
        assert.deepEqual([headers['content-length'], body.length], ['5', 0])
      },
    ))

  test('frees the compressed body, unless the caller keeps it', (context) => {
    const freed = watchFreed(context)
    const compressed = gzipSync(Array.from({ length: 10_000 }, (_, n) => `${n * n} `).join(''))
    const respond: StubNetworkOptions['respond'] = (_, response) =>
      void response.setHeader('content-encoding', 'gzip').end(compressed)
    return onStage({ network: { respond } }, async ({ egress }) => {
      for (const keepsCompressed of [true, false]) {
        assert.equal(freed.includes(compressed.length), false)
        await egress.fetch({ url, keepsCompressed })
      }
      assert.equal(freed.includes(compressed.length), true)
    })
  })

  test('has the compressed body, too, if the caller keeps it and it came in a coding', () => {
    const plain = Buffer.from(Array.from({ length: 10_000 }, (_, n) => `${n * n} `).join(''))
    const packers = { gzip: gzipSync, br: brotliCompressSync, identity: Buffer.from }
    const empty = { '/none': Buffer.alloc(0), '/nothing': gzipSync('') }
    const respond: StubNetworkOptions['respond'] = ({ url: path }, response) => {
      const nothing = empty[path as keyof typeof empty]
      if (nothing) return void response.setHeader('content-encoding', 'gzip').end(nothing)
      const coding = path?.slice(1) as keyof typeof packers
      response.setHeader('content-encoding', coding).end(packers[coding](plain))
    }
    return onStage({ network: { respond } }, async ({ egress }) => {
      const { signal } = new AbortController()
      for (const coding of ['gzip', 'br'] as const) {
        const bodies = egress.bodies.open('license')
        const request = { url: `https://one.example.com/${coding}`, keepsCompressed: true, bodies }
        const { body, compressed } = await egress.fetch(request)
        assert.ok(compressed)
        assert.deepEqual(compressed.bytes, packers[coding](plain))
        assert.deepEqual(await compressed.unpack(copyBytes(compressed.bytes), signal), body)
        assert.equal(egress.bodies.figures().bytes, body.length + compressed.bytes.length)
        await assert.rejects(
          compressed.unpack(copyBytes(compressed.bytes), AbortSignal.abort(new Error('gone'))),
          /gone/,
        )
        bodies.end()
      }
      for (const [coding, more] of [
        ['gzip', {}],
        ['gzip', { keepsCompressed: true, startOnly: () => 100 }],
        ['identity', { keepsCompressed: true }],
        ['none', { keepsCompressed: true }],
        ['nothing', { keepsCompressed: true }],
      ] as const)
        assert.equal((await egress.fetch({ url: `https://one.example.com/${coding}`, ...more })).compressed, undefined)
    })
  })

  test('is left in gzip if it states a larger size than the caller decodes', () => {
    const plain = Buffer.from(Array.from({ length: 10_000 }, (_, n) => `${n * n} `).join(''))
    const short = plain.subarray(0, 1_000)
    const responses = {
      gzip: [gzipSync(plain), 'gzip'],
      short: [gzipSync(short), 'gzip'],
      br: [brotliCompressSync(plain), 'br'],
      identity: [plain, 'identity'],
      empty: [Buffer.alloc(0), 'gzip'],
    } as const
    const respond: StubNetworkOptions['respond'] = ({ url: path }, response) => {
      const [bytes, coding] = responses[String(path).slice(1) as keyof typeof responses]
      response.setHeader('content-encoding', coding).end(bytes)
    }
    return onStage({ network: { respond }, limits: { ratio: 3, ratioAfterBytes: 1_000 } }, async ({ egress }) => {
      const send = (what: keyof typeof responses, more: Partial<EgressRequest> = {}) =>
        egress.fetch({ url: `https://one.example.com/${what}`, leavesGzipOver: short.length, ...more })
      const bodies = egress.bodies.open('license')
      const left = await send('gzip', { bodies, keepsCompressed: true })
      assert.deepEqual([left.body, left.compressed], [responses.gzip[0], undefined])
      assert.deepEqual(left.gzip, { reportedBytes: plain.length, maxBytes: 3 * left.body.length })
      assert.equal(egress.bodies.figures().bytes, left.body.length)
      bodies.end()
      for (const [what, body] of Object.entries({ short, br: plain, identity: plain, empty: Buffer.alloc(0) })) {
        const reply = await send(what as keyof typeof responses)
        assert.deepEqual([reply.body, reply.gzip], [body, undefined], what)
      }
      assert.equal((await send('gzip', { leavesGzipOver: undefined })).gzip, undefined)
      // Nothing is decoded if the stated size exceeds the limit.
      const { length } = plain
      assert.deepEqual((await send('gzip', { maxBytes: length })).gzip, { reportedBytes: length, maxBytes: length })
      const request = { url: 'https://one.example.com/gzip', leavesGzipOver: short.length, maxBytes: length - 1 }
      assert.equal(await codeOf(egress, request), 'link_too_large')
    })
  })

  test('is cut at the limit if the caller allows it, in any coding, and decodes to the same start again', () => {
    const plain = Buffer.from(Array.from({ length: 10_000 }, (_, n) => `${n * n} `).join(''))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    const compressed = { gzip: gzipSync(plain), br: brotliCompressSync(plain, quality), identity: plain }
    const respond: StubNetworkOptions['respond'] = ({ url: path }, response) => {
      const coding = path?.slice(1) as keyof typeof compressed
      response.setHeader('content-encoding', coding).end(compressed[coding])
    }
    const { signal } = new AbortController()
    const requestOf =
      (egress: Egress) =>
      (coding: string, more: Partial<EgressRequest> = {}) =>
        egress.fetch({ url: `https://one.example.com/${coding}`, mayBeCut: true, keepsCompressed: true, ...more })
    return onStage({ network: { respond } }, async ({ egress }) => {
      const send = requestOf(egress)
      for (const coding of Object.keys(compressed)) {
        const whole = await send(coding)
        assert.deepEqual([whole.body, whole.isCut], [plain, undefined], coding)
        const bodies = egress.bodies.open('license')
        const cut = await send(coding, { maxBytes: 1_000, bodies })
        const counted = cut.body.length + (cut.compressed?.bytes.length ?? 0)
        if (cut.compressed) assert.equal(egress.bodies.figures().bytes, counted, coding)
        bodies.end()
        assert.deepEqual([cut.body, cut.isCut], [plain.subarray(0, 1_000), true], coding)
        const again = await cut.compressed?.unpack(copyBytes(cut.compressed.bytes), signal)
        assert.deepEqual(again, coding === 'identity' ? undefined : cut.body)
      }
      const left = await send('gzip', { leavesGzipOver: 1_000, maxBytes: 2_000 })
      assert.deepEqual([left.body.length, left.gzip, left.isCut], [2_000, undefined, true])
    }).then(() =>
      onStage({ network: { respond }, limits: { wireBytes: 2_000 } }, async ({ egress }) => {
        for (const coding of Object.keys(compressed)) {
          const { body, isCut } = await requestOf(egress)(coding)
          assert.ok(body.length > 0, coding)
          assert.deepEqual([body, isCut], [plain.subarray(0, body.length), true], coding)
        }
      }),
    )
  })

  test('is limited by the caller’s limit, and never by more than the table’s', () => {
    const MIB = 1024 * 1024
    const respond: StubNetworkOptions['respond'] = (request, response) => {
      response.end(Buffer.alloc(Number(request.url?.slice(1)), Math.random().toString()))
    }
    return onStage({ network: { respond } }, async ({ egress }) => {
      const send = (bytes: number, more: Partial<EgressRequest>): Promise<unknown> =>
        codeOf(egress, { url: `https://one.example.com/${bytes}`, ...more })
      assert.equal(await send(100, { maxBytes: 100 }), 200)
      assert.equal(await send(101, { maxBytes: 100 }), 'link_too_large')
      assert.equal(await send(2 * MIB, {}), 200)
      assert.equal(await send(2 * MIB + 1, { maxBytes: 10 * MIB }), 'link_too_large')
      assert.equal(await send(4 * MIB, { trustedOrigin: true }), 200)
      assert.equal(await send(4 * MIB + 1, { trustedOrigin: true, maxBytes: 10 * MIB }), 'link_too_large')
    })
  })
})

describe('limits', () => {
  test('of a host count all licenses, and neither other hosts nor trusted origins', () => {
    let elapsedMs = 0
    return onStage({ elapsed: () => elapsedMs, limits: { hostPerMinute: 3 } }, async ({ network, egress }) => {
      for (const licenseId of ['a', 'b', 'c']) assert.equal(await codeOf(egress, { url, licenseId }), 200)
      elapsedMs += 15_000
      await assert.rejects(egress.fetch({ url: 'http://one.example.com/', licenseId: 'd' }), (error) => {
        assert.ok(isApiError(error, 'rate_limited'))
        assert.equal(error.retryAfterSeconds, 45)
        return true
      })
      assert.equal(network.dials.length, 3, 'refused before it is resolved or dialed')
      assert.equal(network.lookups.length, 3)
      assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 200)
      assert.equal(await codeOf(egress, { url: 'https://two.example.com/' }), 200)
      elapsedMs += 45_000
      assert.equal(await codeOf(egress, { url }), 200)
    })
  })

  test('of a license count all hosts, once per fetch', () =>
    onStage({ elapsed: () => 0, limits: { licensePerMinute: 2 } }, async ({ egress }) => {
      const send = (host: string, licenseId: string) =>
        codeOf(egress, { url: `https://${host}.example.com/`, licenseId })
      assert.deepEqual([await send('a', 'x'), await send('b', 'x'), await send('c', 'x')], [200, 200, 'rate_limited'])
      assert.equal(await send('c', 'y'), 200)
    }))

  test('of time apply to a resolver and to a connect that never settle', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    await onStage({ resolver: never, limits: { dnsMs: 20 } }, async ({ egress, network }) => {
      assert.equal(await codeOf(egress, { url }), 'link_timeout')
      assert.equal(network.dials.length, 0)
    })
    await onStage({ connect: never, limits: { connectMs: 20 } }, async ({ egress }) => {
      assert.equal(await codeOf(egress, { url }), 'link_timeout')
      assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 'link_timeout')
    })
    await onStage({ connect: never }, async ({ egress }) => {
      assert.equal(await codeOf(egress, { url, timeoutMs: 20 }), 'link_timeout')
    })
  })
})

describe('a caller that aborts', () => {
  test('closes the socket immediately, before and after the header, and gets its own reason', async () => {
    for (const isHeaderSent of [false, true]) {
      for (const trustedOrigin of [false, true]) {
        const arrived = Promise.withResolvers<void>()
        const closed = Promise.withResolvers<void>()
        const respond: StubNetworkOptions['respond'] = (request, response) => {
          request.socket.once('close', closed.resolve)
          if (isHeaderSent) response.writeHead(200, { 'content-length': 100 }).write('x')
          arrived.resolve()
        }
        await onStage({ network: { respond } }, async ({ network, egress }) => {
          const controller = new AbortController()
          const outcome = codeOf(egress, { url, trustedOrigin, signal: controller.signal })
          await arrived.promise
          const reason = new Error('hung up')
          controller.abort(reason)
          assert.equal(await outcome, reason)
          await closed.promise
          await network.allClosed()
        })
      }
    }
  })

  test('before the fetch begins opens nothing', () =>
    onStage({}, async ({ network, egress }) => {
      assert.equal(await codeOf(egress, { url, signal: AbortSignal.abort('gone') }), 'gone')
      assert.deepEqual([network.lookups.length, network.dials.length], [0, 0])
    }))

  test('while the name is resolved dials nothing', async () => {
    const requested = Promise.withResolvers<void>()
    const reply = Promise.withResolvers<string[]>()
    const resolver = () => {
      requested.resolve()
      return reply.promise
    }
    await onStage({ resolver }, async ({ network, egress }) => {
      const controller = new AbortController()
      const outcome = codeOf(egress, { url, signal: controller.signal })
      await requested.promise
      controller.abort('gone')
      assert.equal(await outcome, 'gone')
      reply.resolve([PUBLIC_ADDRESS])
      await setImmediate()
      assert.equal(network.dials.length, 0)
    })
  })
})

describe('a trusted origin', () => {
  test('has the limits of an untrusted host after a redirect leaves it', () => {
    const MIB = 1024 * 1024
    const respond: StubNetworkOptions['respond'] = ({ headers }, response) => {
      if (headers.host === 'one.example.com') response.writeHead(302, { location: 'https://two.example.com/' }).end()
      else response.end(Buffer.alloc(2 * MIB + 1))
    }
    return onStage({ network: { respond } }, async ({ egress }) => {
      assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 'link_too_large')
      assert.equal(await codeOf(egress, { url: 'https://two.example.com/', trustedOrigin: true }), 200)
    })
  })

  test('loses the caller’s fields where a steered redirect is meant for another origin', () => {
    const respond: StubNetworkOptions['respond'] = ({ headers, url: path }, response) => {
      if (path !== '/end') response.writeHead(302, { location: path === '/start' ? '/same' : '/end' })
      response.end(String(headers.authorization))
    }
    const url = 'https://one.example.com/start'
    return onStage({ network: { respond } }, async ({ egress }) => {
      for (const [isElsewhere, reported] of [[false, 'Bearer key'] as const, [true, 'undefined'] as const]) {
        const redirectTo = ({ href }: URL) => ({ url: href, isElsewhere: isElsewhere && href.endsWith('/same') })
        const { body } = await egress.fetch({ url, headers: { authorization: 'Bearer key' }, redirectTo })
        assert.equal(body.toString(), reported)
      }
    })
  })

  test('may steer every hop, and the target is vetted like any other URL', () => {
    const respond: StubNetworkOptions['respond'] = ({ headers, url: path }, response) => {
      if (path === '/start') response.writeHead(302, { location: 'https://api.example.com/moved' }).end()
      else response.end(headers.host)
    }
    const redirectTo = ({ href }: URL) => ({
      url: href.replace('https://api.example.com', 'https://one.example.com'),
    })
    return onStage({ network: { respond } }, async ({ network, egress }) => {
      const { body, url: answered } = await egress.fetch({ url: 'https://one.example.com/start', redirectTo })
      assert.deepEqual([body.toString(), answered], ['one.example.com', 'https://one.example.com/moved'])
      assert.equal(network.lookups.length, 2)
      const inside = () => ({ url: 'http://10.0.0.1/' })
      assert.equal(await codeOf(egress, { url: 'https://one.example.com/start', redirectTo: inside }), 'link_blocked')
    })
  })

  test('keeps its connection, and is vetted again for a new one', () => {
    const responses = [[PUBLIC_ADDRESS], ['10.0.0.1']]
    return onStage({ network: { resolve: (_, call) => responses[call] ?? [] } }, async ({ network, egress }) => {
      for (let n = 0; n < 3; n += 1) {
        assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 200)
        await setImmediate()
      }
      assert.deepEqual([network.lookups.length, network.dials.length], [1, 1])
      await network.hangUp()
      assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 'link_blocked')
      assert.deepEqual([network.lookups.length, network.dials.length], [2, 1])
    })
  })

  test('is refused like any other if its address or its name is not public', () =>
    onStage({ network: { resolve: () => ['127.0.0.1'] } }, async ({ network, egress }) => {
      assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 'link_blocked')
      assert.equal(await codeOf(egress, { url: 'http://localhost/', trustedOrigin: true }), 'link_blocked')
      assert.equal(await codeOf(egress, { url: 'http://10.0.0.1/', trustedOrigin: true }), 'link_blocked')
      assert.equal(network.dials.length, 0)
    }))
})

const MORE_THAN_KEPT = 40

test('a header field that cannot be sent fails its own fetch and uses up no kept connection', () =>
  onStage({}, async ({ network, egress }) => {
    for (let n = 0; n < MORE_THAN_KEPT; n += 1) {
      const request = { url, headers: { authorization: 'Bearer \ufffd' }, trustedOrigin: true }
      assert.equal(await codeOf(egress, request), 'link_unreachable')
    }
    assert.equal(await codeOf(egress, { url, trustedOrigin: true }), 200)
    assert.equal(network.requests.length, 1)
  }))

describe('bodies in flight', () => {
  const KIB = 1024
  /** Two parts of a body; the second is sent when the test resolves `second`. */
  const inTwoParts =
    (parts: readonly [Buffer, Buffer], second: Promise<void>): RequestListener =>
    async (_, response) => {
      response.write(parts[0])
      await second
      response.end(parts[1])
    }

  test('count their decoded size until the work that needs them ends', () => {
    const respond: RequestListener = ({ url: path }, response) => {
      response
        .setHeader('content-encoding', 'gzip')
        .end(path === '/broken' ? 'gzip?' : gzipSync(Buffer.alloc(64 * KIB, 'ab')))
    }
    return onStage({ network: { respond } }, async ({ egress }) => {
      const bodies = egress.bodies.open('license')
      await egress.fetch({ url, bodies })
      await egress.fetch({ url, bodies })
      assert.equal(await codeOf(egress, { url: 'https://one.example.com/broken', bodies }), 'link_unreachable')
      assert.equal(egress.bodies.figures().bytes, 128 * KIB)
      bodies.end()
      assert.equal(egress.bodies.figures().bytes, 0)
      await egress.fetch({ url, startOnly: () => 10 * KIB })
      assert.equal(egress.bodies.figures().bytes, 0)
    })
  })

  test('fill their memory, however small they are', () => {
    const respond: RequestListener = ({ url: path }, response) => {
      if (path === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync('{"small":true}'))
      else response.end('{"small":true}')
    }
    return onStage({ network: { respond } }, async ({ egress }) => {
      for (const path of ['/plain', '/packed'])
        for (const startOnly of [undefined, () => KIB]) {
          const { body } = await egress.fetch({
            url: `https://one.example.com${path}`,
            ...(startOnly && { startOnly }),
          })
          assert.equal(body.toString(), '{"small":true}')
          assert.ok(body.buffer.byteLength === body.length, `${body.buffer.byteLength} bytes at ${path}`)
        }
    })
  })

  test('wait for memory while they are read, and fail with unavailable when the deadline passes meanwhile', async () => {
    const timers = createFakeTimers()
    const { promise: more, resolve: sendMore } = Promise.withResolvers<void>()
    const part = Buffer.alloc(8 * KIB)
    const limits = { bodiesBytes: 20 * KIB, licenseBodiesBytes: 20 * KIB }
    await onStage(
      { network: { respond: inTwoParts([part, part], more) }, setTimer: timers.setTimer, limits },
      async ({ egress }) => {
        const { bodies } = egress
        const fetch = (n: number) => egress.fetch({ url: `https://${n}.example.com/` })
        const until = async (isSo: () => boolean) => {
          while (!isSo()) await setImmediate()
        }
        const one = fetch(1)
        await until(() => bodies.figures().bytes === 8 * KIB)
        const two = codeOf(egress, { url: 'https://2.example.com/' })
        await until(() => bodies.figures().bytes === 16 * KIB)
        // The third exceeds the bound. The fourth has to wait.
        const three = fetch(3)
        await until(() => bodies.figures().bytes === 24 * KIB)
        const four = codeOf(egress, { url: 'https://4.example.com/', timeoutMs: 2_000 })
        await until(() => bodies.figures().waiting === 1)
        timers.advance(2_000)
        assert.equal(await four, 'unavailable')
        sendMore()
        assert.equal((await three).body.length, 16 * KIB)
        assert.equal((await one).body.length, 16 * KIB)
        assert.equal(await two, 200)
        assert.deepEqual(bodies.figures(), { bytes: 0, waiting: 0, admitted: 2, refused: 1 })
      },
    )
  })
})
