import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageTypeOf } from './image-type.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

test('first bytes decide what an image is', () => {
  for (const [start, type] of [
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['GIF87a\x01\0\x01\0', 'image/gif'],
    ['GIF89a\x01\0\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x24\0\0\0WEBPVP8X', 'image/webp'],
    ['\0\0\0\x20ftypavif\0\0\0\0', 'image/avif'],
    ['\0\0\0\x20ftypavis\0\0\0\0', 'image/avif'],
  ] as const)
    assert.equal(imageTypeOf(bytes(start))?.type, type, start)
})

test('documents, other formats and beginnings of images are none', () => {
  for (const start of [
    '',
    '\xff\xd8',
    '\x89PNG',
    'GIF88a',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg/>',
    ' \n<svg/>',
    '<!DOCTYPE html><img src=x>',
    '{"error":"expired"}',
    'URL signature expired',
    '%PDF-1.7',
    'BM\x36\0\0\0',
    'II*\0',
    'MM\0*',
    '\0\0\x01\0',
    '\xff\x0a',
    'RIFF\x24\0\0\0WAVEfmt ',
    '\0\0\0\x20ftypheic',
    '\0\0\0\x20ftypisom',
    '\x1f\x8b\x08',
    // A polyglot with the signature of an image further on.
    '/*\xff\xd8\xff*/alert(1)',
    '<!--GIF89a-->',
  ])
    assert.equal(imageTypeOf(bytes(start)), undefined, start)
})
