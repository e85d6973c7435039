import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createBodyBudget } from './body-budget.ts'
import { createDecoders } from './decode-body.ts'
import { LIMITS, type Limits } from './limits.ts'

const budget = createBodyBudget({ maxBytes: 2 ** 30, maxBytesOfLicense: 2 ** 30 })
const createGunzip = (limits: Limits) => {
  const { decode } = createDecoders(limits)('gzip')
  return (body: Buffer, signal = new AbortController().signal): Promise<Buffer> =>
    decode(body, {
      maxBytes: limits.decodedBytes,
      signal,
      reading: budget.open(undefined).read(),
    })
}
const gunzip = createGunzip(LIMITS)

const page = Buffer.from(
  Array.from({ length: 1_000 }, (_, n) => `<p>Article ${n} of ${n * n}, as a site sends it.</p>`).join(''),
)

/** More than is decoded on the event loop, for either reason. */
const large = {
  'by what it is packed to': randomBytes(40_000),
  'by what it tells': Buffer.from(
    Array.from({ length: 3_000 }, (_, n) => `<p>${n}${' and so on'.repeat(10)}</p>`).join(''),
  ),
}

describe('a gzip stream', () => {
  for (const [how, body] of Object.entries({ tiny: page.subarray(0, 2_000), small: page, ...large })) {
    test(`is decoded into no more memory than it fills, on the event loop or a thread (${how})`, async () => {
      const decoded = await gunzip(gzipSync(body))
      assert.ok(decoded.equals(body))
      assert.equal(decoded.buffer.byteLength, body.length)
    })

    test(`is not decoded for a fetch that was aborted (${how})`, async () => {
      const reason = new Error('nobody waits')
      await assert.rejects(gunzip(gzipSync(body), AbortSignal.abort(reason)), reason)
    })
  }

  for (const [how, body] of Object.entries(large)) {
    test(`that is large ${how} is decoded on a thread, which a small one does not wait for`, async () => {
      const gunzipOne = createGunzip({ ...LIMITS, decoders: 1 })
      const ended: string[] = []
      await Promise.all([
        gunzipOne(gzipSync(body)).then(() => ended.push('large')),
        gunzipOne(gzipSync(page)).then(() => ended.push('small')),
      ])
      assert.deepEqual(ended, ['small', 'large'])
    })
  }

  for (const told of [0, 1, page.length - 1, 2 ** 32 - 1]) {
    test(`whose end tells a length of ${told} is refused as any that is broken, within the usual memory`, async () => {
      const lie = gzipSync(page)
      lie.writeUInt32LE(told, lie.length - 4)
      await assert.rejects(gunzip(lie), { code: 'Z_DATA_ERROR' })
    })
  }

  test('of several members is decoded whole, though its end tells the length of the last alone', async () => {
    const decoded = await gunzip(Buffer.concat([gzipSync(page), gzipSync(Buffer.from('end'))]))
    assert.ok(decoded.equals(Buffer.concat([page, Buffer.from('end')])))
  })
})
