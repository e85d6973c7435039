import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { brotliCompressSync, constants, crc32, gzipSync } from 'node:zlib'
import { copyBytes, copyPieces } from '../runtime/event-loop/owned-bytes.ts'
import { createBodyBudget } from './body-budget.ts'
import { createDecoders } from './decode-body.ts'
import { LIMITS, type Limits } from './limits.ts'

const budget = createBodyBudget({ maxBytes: 2 ** 30, maxBytesOfLicense: 2 ** 30 })
const createGunzip = (limits: Limits) => {
  const { decode } = createDecoders(limits)('gzip')
  return (body: Buffer, signal = new AbortController().signal): Promise<Buffer> =>
    decode(copyBytes(body), {
      maxBytes: limits.decodedBytes,
      signal,
      reservation: budget.open(undefined).read(),
    })
}
const gunzip = createGunzip(LIMITS)

const page = Buffer.from(
  Array.from({ length: 1_000 }, (_, n) => `<p>Article ${n} of ${n * n}, as a site sends it.</p>`).join(''),
)

/** More than is decoded on the event loop, for either reason. */
const large = {
  'by its compressed size': randomBytes(40_000),
  'by the size it states': Buffer.from(
    Array.from({ length: 3_000 }, (_, n) => `<p>${n}${' and so on'.repeat(10)}</p>`).join(''),
  ),
}

describe('a gzip stream', () => {
  for (const [how, body] of Object.entries({ tiny: page.subarray(0, 2_000), small: page, ...large })) {
    test(`is decoded into memory of its exact size, on the event loop or a thread (${how})`, async () => {
      const decoded = await gunzip(gzipSync(body))
      assert.ok(decoded.equals(body))
      assert.equal(decoded.buffer.byteLength, body.length)
    })

    test(`is not decoded for a fetch that was aborted (${how})`, async () => {
      const reason = new Error('aborted')
      await assert.rejects(gunzip(gzipSync(body), AbortSignal.abort(reason)), reason)
    })
  }

  for (const [how, body] of Object.entries(large)) {
    test(`that is large ${how} is decoded on a thread, and a small one does not wait for it`, async () => {
      const gunzipOne = createGunzip({ ...LIMITS, decoders: 1 })
      const ended: string[] = []
      await Promise.all([
        gunzipOne(gzipSync(body)).then(() => ended.push('large')),
        gunzipOne(gzipSync(page)).then(() => ended.push('small')),
      ])
      assert.deepEqual(ended, ['small', 'large'])
    })
  }

  for (const reported of [0, 1, page.length - 1, 2 ** 32 - 1]) {
    test(`that states a length of ${reported} is refused like any broken one, within the usual memory`, async () => {
      const lie = gzipSync(page)
      lie.writeUInt32LE(reported, lie.length - 4)
      await assert.rejects(gunzip(lie), { code: 'Z_DATA_ERROR' })
    })
  }

  test('of several members is decoded whole, though its trailer states the length of the last one only', async () => {
    const decoded = await gunzip(Buffer.concat([gzipSync(page), gzipSync(Buffer.from('end'))]))
    assert.ok(decoded.equals(Buffer.concat([page, Buffer.from('end')])))
  })
})

/** What programs and caches append to an encoded page. */
const TRAILING: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a line end': Buffer.from('\n'),
  'a line end of two': Buffer.from('\r\n'),
  'a remark': Buffer.from('<!-- served from a cache -->\n'),
  'zero bytes': Buffer.alloc(16),
  'bytes of any kind': Buffer.from([0xff, 0xfe, 0x00, 0x1f, 0x8b]),
  'the beginning of a member': Buffer.from([0x1f, 0x8b, 0x00]),
  'four bytes, like a length': Buffer.from('\xff\xff\xff\xff', 'latin1'),
}

describe('data after a finished stream', () => {
  const quickBrotli = (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const codings = { gzip: gzipSync, 'x-gzip': gzipSync, br: quickBrotli }
  const bodies = { small: page.subarray(0, 2_000), page, ...large }
  for (const [coding, encode] of Object.entries(codings))
    for (const [what, trailing] of Object.entries(TRAILING))
      test(`is dropped: ${what} after ${coding}, of the whole body and of its start`, async () => {
        const { decode } = createDecoders(LIMITS)(coding)
        const { signal } = new AbortController()
        for (const body of Object.values(bodies)) {
          const sent = copyPieces([encode(body), trailing])
          const options = { maxBytes: LIMITS.decodedBytes, signal, reservation: budget.open(undefined).read() }
          const whole = await decode(sent, options)
          assert.ok(whole.equals(body))
          assert.ok((await decode(sent, { ...options, startOnly: true })).equals(body))
          const start = await decode(sent, { ...options, startOnly: true, maxBytes: 1_000 })
          assert.ok(start.equals(body.subarray(0, 1_000)))
        }
      })

  test('is decoded if it is a further member, which may have data after it in turn', async () => {
    const members = [gzipSync(page), gzipSync(''), gzipSync('end')]
    const sent = Buffer.concat([...members, Buffer.from('\r\n')])
    assert.ok((await gunzip(sent)).equals(Buffer.concat([page, Buffer.from('end')])))
  })

  test('is found after members with every optional header field', async () => {
    const [head, rest] = [gzipSync(page).subarray(0, 10), gzipSync(page).subarray(10)]
    head[3] = 2 + 4 + 8 + 16
    const fields = Buffer.concat([Buffer.from([3, 0, 1, 2, 3]), Buffer.from('page.html\0remark\0')])
    const crc = Buffer.alloc(2)
    crc.writeUInt16LE(crc32(Buffer.concat([head, fields])) & 0xffff)
    assert.ok((await gunzip(Buffer.concat([head, fields, crc, rest, Buffer.from('\r\n')]))).equals(page))
  })

  test('does not make up for a stream that is broken, cut off, too long or no stream at all', async () => {
    const sound = gzipSync(page)
    const broken = Buffer.from(sound)
    broken[40] = (broken[40] ?? 0) ^ 0xff
    const end = Buffer.from('\r\n')
    const wrongSum = Buffer.from(sound)
    wrongSum.writeUInt32LE(0, wrongSum.length - 8)
    const brokenMember = Buffer.concat([sound, sound.subarray(0, 100), end])
    for (const body of [broken, wrongSum, brokenMember, sound.subarray(0, -4), page, Buffer.from('\n'), head(sound)])
      await assert.rejects(gunzip(Buffer.concat([body, end])), { code: /^Z_(?:DATA|BUF)_ERROR$/ })
    const bounded = createGunzip({ ...LIMITS, decodedBytes: page.length - 1 })
    await assert.rejects(bounded(Buffer.concat([sound, end])), { code: 'link_too_large' })
    const twice = createGunzip({ ...LIMITS, decodedBytes: 2 * page.length - 1 })
    await assert.rejects(twice(Buffer.concat([sound, sound, end])), { code: 'link_too_large' })
  })
})

const head = (stream: Buffer): Buffer => stream.subarray(0, 10)

test('a stream that states a larger length than allowed is decoded as far as allowed', async () => {
  const { decode, look } = createDecoders(LIMITS)('gzip')
  const sent = copyPieces([gzipSync(page), Buffer.from('\xff\xff\xff\xff', 'latin1')])
  assert.equal(look?.(sent, LIMITS.decodedBytes), undefined)
  const { signal } = new AbortController()
  const reservation = budget.open(undefined).read()
  assert.ok((await decode(sent, { maxBytes: LIMITS.decodedBytes, signal, reservation })).equals(page))
})
