import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { createRenderImage } from './render-image.ts'

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#48f' } })
const JPEG = await picture().jpeg().toBuffer()
const OTHERS = {
  TIFF: await picture().tiff().toBuffer(),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
}
const JOB = { width: 20, format: 'webp', frames: 'first' } as const

test('only decoders of formats that browsers show are in use', async () => {
  for (const original of Object.values(OTHERS)) assert.ok((await sharp(original).metadata()).width > 0)
  createRenderImage(sharp)
  for (const original of Object.values(OTHERS)) await assert.rejects(sharp(original).metadata(), /unsupported/)
  assert.equal((await sharp(JPEG).metadata()).width, 40)
})

test('an image of another format than its first bytes said is not rendered', async () => {
  const render = createRenderImage(sharp)
  assert.ok('bytes' in (await render({ ...JOB, type: 'image/jpeg' }, JPEG)))
  assert.deepEqual(await render({ ...JOB, type: 'image/png' }, JPEG), { fault: 'broken' })
})
