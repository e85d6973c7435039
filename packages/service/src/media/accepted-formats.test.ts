import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedFormats } from './accepted-formats.ts'

const ALL = ['avif', 'webp', 'jpeg'] as const

/** As browsers send it for an image. */
const BROWSERS = {
  'Chrome 150': 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  'Firefox 150': 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  'Safari 26':
    'image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  'Safari 15': 'image/webp,image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5',
  'Safari 13': 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5',
}

test('browsers get the best format that they name, whatever else they take', () => {
  const accepted = Object.values(BROWSERS).map((accept) => acceptedFormats(accept, ALL))
  assert.deepEqual(accepted, [ALL, ALL, ALL, ['webp', 'jpeg'], ['jpeg']])
})

test('a format that is refused, or named only by a range, is not accepted', () => {
  for (const accept of [
    'image/webp;q=0',
    'image/webp; q=0.0,*/*',
    '*/*',
    'image/*',
    '',
    undefined,
    'text/html, image/webpx',
  ])
    assert.deepEqual(acceptedFormats(accept, ALL), ['jpeg'], `${accept}`)
  assert.deepEqual(acceptedFormats('IMAGE/WebP;q=0.001', ALL), ['webp', 'jpeg'])
})

test('where only some formats are made, a client that shows none of them gets the last', () => {
  assert.deepEqual(acceptedFormats('*/*', ['avif', 'webp']), ['webp'])
  assert.deepEqual(acceptedFormats('image/avif', ['webp']), ['webp'])
  assert.deepEqual(acceptedFormats('image/avif', ['avif', 'webp']), ['avif'])
})
