import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainLines, isPlainText } from './plain-text.ts'

test('letters of every script, signs and emoji are plain', () => {
  for (const text of ['', 'Ada’s shop', 'Größe', '語', 'مرحبا', '👩‍👩‍👧', '\u00a0', '\u200b']) {
    assert.deepEqual([isPlainText(text), isPlainLines(text)], [true, true], JSON.stringify(text))
  }
})

test('control characters and lone surrogates are not plain', () => {
  for (const text of [
    '\u0000',
    'a\u0000b',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    'a\u0085b',
    '\u009f',
    '\ud800',
    'a\udc00',
  ]) {
    assert.deepEqual([isPlainText(text), isPlainLines(text)], [false, false], JSON.stringify(text))
  }
})

test('line breaks and tabs are allowed only in lines', () => {
  for (const text of ['a\nb', 'a\r\nb', '\t']) {
    assert.deepEqual([isPlainText(text), isPlainLines(text)], [false, true], JSON.stringify(text))
  }
})
