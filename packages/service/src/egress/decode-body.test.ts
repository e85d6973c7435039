import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createBodyBudget } from './body-budget.ts'
import { createDecoders } from './decode-body.ts'
import { LIMITS } from './limits.ts'

const budget = createBodyBudget({ maxBytes: 2 ** 30, maxBytesOfLicense: 2 ** 30 })
const gunzip = (body: Buffer): Promise<Buffer> =>
  createDecoders(LIMITS)('gzip')(body, {
    maxBytes: LIMITS.decodedBytes,
    signal: new AbortController().signal,
    reading: budget.open(undefined).read(),
  })

const page = Buffer.from(
  Array.from({ length: 2_400 }, (_, n) => `<p>Article ${n} of ${n * n}, as a site sends it.</p>`).join(''),
)

describe('a gzip stream', () => {
  test('is decoded into no more memory than it fills', async () => {
    const decoded = await gunzip(gzipSync(page))
    assert.ok(decoded.equals(page))
    assert.equal(decoded.buffer.byteLength, page.length)
  })

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
