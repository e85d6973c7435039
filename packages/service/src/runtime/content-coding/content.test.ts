import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import zlib from 'node:zlib'
import type { Coding } from './codings.ts'
import { type Content, compressContent, contentAs, isShort, MIN_CODED_BYTES, plainContent } from './content.ts'

const DECODE: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  identity: (bytes) => bytes,
}

const BODIES: Readonly<Record<string, Buffer>> = {
  small: Buffer.from('Some words to read. '.repeat(100)),
  'not so small': Buffer.from(`${randomBytes(5_000).toString('hex')}${'Some words to read. '.repeat(2_000)}`),
  large: Buffer.from(`${randomBytes(20_000).toString('hex')}${'Some words to read. '.repeat(10_000)}`),
}

for (const [size, body] of Object.entries(BODIES)) {
  test(`a body that is ${size} is stored as gzip and decodes to the same bytes in every coding`, async () => {
    const content = await compressContent(body)
    assert.deepEqual([content.coding, content.plainBytes], ['gzip', body.length])
    assert.ok(content.bytes.length < body.length / 2)
    for (const coding of Object.keys(DECODE) as Coding[]) {
      const coded = await contentAs(content, coding)
      assert.deepEqual(DECODE[coding](coded), body)
      assert.deepEqual(DECODE[coding](await contentAs(plainContent(body), coding)), body)
    }
  })

  test(`a body that is ${size} is returned without a promise or a copy in the coding it is stored in`, async () => {
    const content = await compressContent(body)
    assert.equal(contentAs(content, 'gzip'), content.bytes)
    const plain = plainContent(body)
    assert.equal(contentAs(plain, 'identity'), plain.bytes)
    assert.deepEqual(plain.bytes, body)
  })

  test(`a body that is ${size} keeps no more memory than its bytes`, async () => {
    const { bytes } = await compressContent(body)
    assert.equal(bytes.buffer.byteLength, bytes.length)
  })
}

test('decodes whole, whatever length was stated', async () => {
  const plain = Buffer.from('some words '.repeat(20_000))
  const { coding, bytes } = await compressContent(plain)
  for (const plainBytes of [0, 1, plain.length - 1, plain.length, 0xffff_ffff])
    assert.ok(plain.equals(await contentAs({ coding, bytes, plainBytes }, 'identity')), `${plainBytes}`)
})

test('a body shorter than a kibibyte is stored as it is', async () => {
  const short = Buffer.alloc(MIN_CODED_BYTES - 1, 'x')
  assert.deepEqual(await compressContent(short), plainContent(short))
  assert.ok(isShort(plainContent(short)))
  const { bytes } = await compressContent(Buffer.from('short'))
  assert.equal(bytes.buffer.byteLength, bytes.length, 'keeps no more memory than its bytes')
  const long = await compressContent(Buffer.alloc(MIN_CODED_BYTES, 'x'))
  assert.equal(long.coding, 'gzip')
  assert.ok(!isShort(long))
})

test('a large body is coded once for all clients that receive it at the same time', async () => {
  const content = await compressContent(BODIES.large ?? assert.fail())
  for (const coding of ['identity', 'br', 'zstd'] as const) {
    const together = await Promise.all(Array.from({ length: 20 }, async () => contentAs(content, coding)))
    assert.equal(new Set(together).size, 1)
    assert.equal(contentAs(content, coding), together[0], 'while it is in memory')
  }
})

test('a coding that failed is tried again the next time', async () => {
  const broken: Content = { coding: 'gzip', bytes: Buffer.from('no gzip'), plainBytes: 1_000_000 }
  for (let n = 0; n < 2; n += 1)
    await assert.rejects(async () => contentAs(broken, 'identity'), { code: 'Z_DATA_ERROR' })
})

test('coding a large body does not block the event loop', async () => {
  const body = Buffer.from(randomBytes(4_000_000).toString('base64'))
  let iterations = 0
  const ticking = setInterval(() => {
    iterations += 1
  }, 0)
  const content = await compressContent(body)
  const duringCompression = iterations
  await contentAs(content, 'identity')
  clearInterval(ticking)
  assert.ok(duringCompression > 2, String(duringCompression))
  assert.ok(iterations > duringCompression + 2, String(iterations))
})
