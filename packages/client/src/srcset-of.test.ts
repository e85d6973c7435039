import assert from 'node:assert/strict'
import { test } from 'node:test'
import { srcsetOf } from './create-client.ts'

const URL_OF_IMAGE = 'https://api.example.com/media/AZx'

test('a browser can choose from the widths of an image, and from none if there are none', () => {
  assert.equal(
    srcsetOf({ url: URL_OF_IMAGE, sizes: [320, 640] }),
    `${URL_OF_IMAGE}?w=320 320w, ${URL_OF_IMAGE}?w=640 640w`,
  )
  assert.equal(srcsetOf({ url: URL_OF_IMAGE, sizes: [] }), '')
  assert.equal(srcsetOf({ url: null, sizes: [] }), '')
})
