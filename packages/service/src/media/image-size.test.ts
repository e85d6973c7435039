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
