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
  test(`what is ${size} is held as gzip and comes out in every coding as what it was`, async () => {
    const content = await compressContent(body)
    assert.deepEqual([content.coding, content.plainBytes], ['gzip', body.length])
    assert.ok(content.bytes.length < body.length / 2)
    for (const coding of Object.keys(DECODE) as Coding[]) {
      const coded = await contentAs(content, coding)
      assert.deepEqual(DECODE[coding](coded), body)
      assert.deepEqual(DECODE[coding](await contentAs(plainContent(body), coding)), body)
    }
  })

  test(`what is ${size} costs neither a promise nor a copy where it is held as it is sent`, async () => {
    const content = await compressContent(body)
    assert.equal(contentAs(content, 'gzip'), content.bytes)
    const plain = plainContent(body)
    assert.equal(contentAs(plain, 'identity'), plain.bytes)
    assert.deepEqual(plain.bytes, body)
  })

  test(`what is ${size} keeps no more memory than its bytes`, async () => {
    const { bytes } = await compressContent(body)
    assert.equal(bytes.buffer.byteLength, bytes.length)
  })
}

test('what is held comes out whole, whatever was said of its length', async () => {
  const plain = Buffer.from('what is held '.repeat(20_000))
  const { coding, bytes } = await compressContent(plain)
  for (const plainBytes of [0, 1, plain.length - 1, plain.length, 0xffff_ffff])
    assert.ok(plain.equals(await contentAs({ coding, bytes, plainBytes }, 'identity')), `${plainBytes}`)
})

test('what is shorter than a kibibyte is held as it is', async () => {
  const short = Buffer.alloc(MIN_CODED_BYTES - 1, 'x')
  assert.deepEqual(await compressContent(short), plainContent(short))
  assert.ok(isShort(plainContent(short)))
  const { bytes } = await compressContent(Buffer.from('short'))
  assert.equal(bytes.buffer.byteLength, bytes.length, 'it keeps no more memory than that')
  const long = await compressContent(Buffer.alloc(MIN_CODED_BYTES, 'x'))
  assert.equal(long.coding, 'gzip')
  assert.ok(!isShort(long))
})

test('what is large is made once in a coding, for all who are being sent it', async () => {
  const content = await compressContent(BODIES.large ?? assert.fail())
  for (const coding of ['identity', 'br', 'zstd'] as const) {
    const together = await Promise.all(Array.from({ length: 20 }, async () => contentAs(content, coding)))
    assert.equal(new Set(together).size, 1)
    assert.equal(contentAs(content, coding), together[0], 'while it is there')
  }
})

test('what could not be made is tried anew', async () => {
  const broken: Content = { coding: 'gzip', bytes: Buffer.from('no gzip'), plainBytes: 1_000_000 }
  for (let n = 0; n < 2; n += 1)
    await assert.rejects(async () => contentAs(broken, 'identity'), { code: 'Z_DATA_ERROR' })
})

test('work on what is large leaves the event loop to others', async () => {
  const body = Buffer.from(randomBytes(4_000_000).toString('base64'))
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 0)
  const content = await compressContent(body)
  const packing = turns
  await contentAs(content, 'identity')
  clearInterval(ticking)
  assert.ok(packing > 2, String(packing))
  assert.ok(turns > packing + 2, String(turns))
})
