import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { imageSizeOf } from './image-size.ts'
import { imageTypeOf } from './image-type.ts'

const sizeOf = (bytes: Buffer) => imageSizeOf(imageTypeOf(bytes)?.type ?? '', bytes)
const SIZES = [
  [1, 1],
  [120, 90],
  [161, 81],
  [3_000, 7],
] as const

const draw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 9, g: 99, b: 200, alpha: 0.5 } } })

test('the size of every format is read from its first bytes', async () => {
  for (const [width, height] of SIZES) {
    const files = await Promise.all([
      draw(width, height).jpeg().toBuffer(),
      draw(width, height)
        .jpeg({ progressive: true })
        .withMetadata({ exif: { IFD0: { Copyright: 'x'.repeat(9_000) } } })
        .toBuffer(),
      draw(width, height).png().toBuffer(),
      draw(width, height).gif().toBuffer(),
      draw(width, height).webp().toBuffer(),
      draw(width, height, 4).webp().toBuffer(),
      draw(width, height).webp({ lossless: true }).toBuffer(),
      ...(width < 16 || height < 16 ? [] : [draw(width, height).avif({ effort: 0 }).toBuffer()]),
    ])
    for (const [at, bytes] of files.entries()) assert.deepEqual(sizeOf(bytes), { width, height }, `${at}`)
  }
})

test('cut, changed and other files have none, or some other size, and are read to their end at most', async () => {
  const jpeg = await draw(40, 30).jpeg().toBuffer()
  const webp = await draw(40, 30).webp().toBuffer()
  for (const whole of [jpeg, webp, await draw(40, 30).png().toBuffer()])
    for (let length = 0; length < Math.min(whole.length, 700); length += 1) sizeOf(whole.subarray(0, length))
  // A segment that leads nowhere, and one that leads to itself.
  for (const hex of ['ffd8ffe0ffff00000000000000', 'ffd8ffe0000000000000000000', `ffd8${'ffe00002'.repeat(200)}`])
    assert.equal(sizeOf(Buffer.from(hex, 'hex')), undefined)
  assert.equal(imageSizeOf('image/avif', jpeg), undefined)
})

test('bytes may fill the space before a marker of a JPEG file', async () => {
  const jpeg = await draw(40, 30).jpeg().toBuffer()
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(5, 0xff), jpeg.subarray(2)])
  assert.deepEqual(sizeOf(filled), { width: 40, height: 30 })
})

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), ...parts])
  bytes.writeUInt32BE(bytes.length)
  return bytes
}
const uint32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')))
const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0`))
const avif = (...sizes: readonly (readonly [number, number])[]): Buffer =>
  Buffer.concat([
    ftyp('avif'),
    box(
      'meta',
      uint32(0),
      box('hdlr', uint32(0)),
      box('iprp', box('ipco', ...sizes.map((size) => box('ispe', uint32(0, ...size))))),
    ),
  ])

test('of an AVIF file with thumbnails the largest size counts, and of an animation that of its track', () => {
  assert.deepEqual(sizeOf(avif([160, 90], [1_600, 900], [320, 180])), { width: 1_600, height: 900 })
  const track = Buffer.concat([Buffer.alloc(76), uint32(640 * 65_536, 480 * 65_536)])
  const moving = Buffer.concat([ftyp('avis'), box('moov', box('mvhd'), box('trak', box('tkhd', track)))])
  assert.deepEqual(sizeOf(moving), { width: 640, height: 480 })
  const whole = avif([1_600, 900])
  for (let length = 0; length < whole.length; length += 1) assert.equal(sizeOf(whole.subarray(0, length)), undefined)
})

test('text behind the first bytes of an image states no size', () => {
  const script = 'alert(document.domain)//'.repeat(3)
  for (const head of ['\0\0\0 ftypavif', 'RIFF    WEBPVP8 ', 'RIFF    WEBPVP8L', 'RIFF    WEBPVP8X', '\xff\xd8\xff'])
    assert.equal(sizeOf(Buffer.from(`${head}${script}`, 'latin1')), undefined, head)
  for (const size of [
    [0, 0],
    [0, 10],
    [10, 0],
  ] as const)
    assert.equal(sizeOf(avif(size)), undefined)
})
