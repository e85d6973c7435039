import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, test } from 'node:test'
import { isApiError } from '../errors.ts'
import { setRealTimer } from '../runtime/clock/set-timer.ts'
import { parseAllowList } from './allow-list.ts'
import { type Connect, connectTo, type Dial } from './connect.ts'
import { LIMITS } from './limits.ts'
import { vetUrl } from './vet-url.ts'

const { signal } = new AbortController()

describe('connecting to the addresses of a name', () => {
  const target = vetUrl('https://example.com/', parseAllowList(''))
  const refuse = (): never => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const hang = (dial: Dial): Promise<never> => new Promise((_, fail) => dial.signal.addEventListener('abort', fail))
  const socketTo = (remoteAddress: string | undefined): net.Socket =>
    Object.defineProperty(new net.Socket(), 'remoteAddress', { value: remoteAddress })

  /** Runs one step per dial and records what was dialed. */
  const play = async (addresses: string[], ...steps: ((dial: Dial) => net.Socket | Promise<net.Socket>)[]) => {
    const dialed: string[] = []
    let open = 0
    const connect: Connect = async (dial) => {
      assert.equal(open, 0, 'never two at the same time')
      open += 1
      dialed.push(`${dial.address} ${dial.port} ${dial.serverName}`)
      try {
        return await (steps[dialed.length - 1] ?? refuse)(dial)
      } finally {
        open -= 1
      }
    }
    const limits = { ...LIMITS, connectMs: 60 }
    const outcome = await connectTo(target, addresses, { connect, setTimer: setRealTimer, limits, signal }).then(
      (socket) => socket.remoteAddress,
      (error: unknown) => (isApiError(error) ? error.code : error),
    )
    return { dialed: dialed.map((dial) => dial.replace(' 443 example.com', '')), outcome }
  }

  const [A, B, C, D] = ['1.1.1.1', '2606:4700:4700::1111', '1.0.0.1', '8.8.8.8']

  test('addresses are tried one after the other until one connects, with the name as server name', async () => {
    assert.deepEqual(await play([A, B, C], refuse, hang, () => socketTo(C)), { dialed: [A, B, C], outcome: C })
  })

  test('at most three addresses are tried', async () => {
    assert.deepEqual(await play([A, B, C, D]), { dialed: [A, B, C], outcome: 'link_unreachable' })
  })

  test('a connection times out when no address responds', async () => {
    assert.deepEqual(await play([A, B], hang, hang), { dialed: [A, B], outcome: 'link_timeout' })
  })

  test('a socket that is connected to another address is refused and destroyed, and no other address is tried', async () => {
    const strays = ['127.0.0.1', '8.8.8.8', '::ffff:1.1.1.1'].map(socketTo)
    for (const stray of strays) {
      assert.deepEqual(await play([A, B], () => stray), { dialed: [A], outcome: 'link_blocked' })
      assert.ok(stray.destroyed)
    }
    assert.deepEqual((await play([A], () => socketTo(undefined))).outcome, 'link_unreachable')
  })

  test('an address that is not public is refused even if the resolver returned it', async () => {
    assert.deepEqual(await play(['127.0.0.1'], () => socketTo('127.0.0.1')), {
      dialed: ['127.0.0.1'],
      outcome: 'link_blocked',
    })
  })
})
